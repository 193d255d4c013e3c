package io.hookline.server.executable;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The error of an executable is one line for its author: the line of the hook, then what happened there. */
class ProgramFailureTest {

    private static HookException failure(String program, String output) {
        return ProgramFailure.of(Path.of("/hooks/web"), Path.of("/hooks/web", program), 1, output);
    }

    private static String error(String program, String output) {
        return failure(program, output).getMessage();
    }

    @Test
    void aPythonExceptionIsNamedWithTheLineThatRaisedIt() {
        String output = """
                a line that the hook printed
                Traceback (most recent call last):
                  File "/hooks/web/sync.py", line 20, in <module>
                    main()
                  File "/hooks/web/sync.py", line 12, in main
                    spec = parent['spec']
                           ~~~~~~^^^^^^^^
                KeyError: 'spec'
                """;
        assertThat(error("sync.py", output)).isEqualTo("sync.py:12 KeyError: 'spec'");
        assertThat(failure("sync.py", output).detail()).contains(output.strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Traceback (most recent call last):\n  File \"/hooks/web/sync.py\", line 3, in <module>\nKeyError: 'spec'\n",
                "  File \"/hooks/web/sync.py\", line 3\n    def f(:\n          ^\nSyntaxError: invalid syntax\n",
                "file:///hooks/web/sync.js:3\nthrow new Error('x')\n^\nError: x\n    at file:///hooks/web/sync.js:3:7\n",
                "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\nError: Cannot find module 'x'\n",
                "panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:3 +0x1d\nexit status 2\n",
                "thread 'main' (77) panicked at src/main.rs:4:5:\nno\n",
                "./sync.sh: line 3: foo: command not found\n",
                "jq: error: foo/1 is not defined at <top-level>, line 1:\n.a | foo(1)\njq: 1 compile error\n"
            })
    void whatTheHookPrintedBeforeItsErrorIsSeparatedFromIt(String error) {
        assertThat(ProgramFailure.printedBefore("one\n  two\n" + error)).isEqualTo("one\n  two");
        assertThat(ProgramFailure.printedBefore(error)).isEmpty();
    }

    @Test
    void aPythonExceptionInALibraryIsNamedWithTheDeepestLineOfTheHook() {
        assertThat(error("sync.py", """
                Traceback (most recent call last):
                  File "/hooks/web/sync.py", line 2, in <module>
                    shop.parse("{")
                  File "/hooks/web/lib/shop.py", line 7, in parse
                    json.loads(text)
                  File "/usr/lib/python3.11/json/decoder.py", line 353, in raw_decode
                    obj, end = self.scan_once(s, idx)
                               ^^^^^^^^^^^^^^^^^^^^^^
                json.decoder.JSONDecodeError: Expecting value: line 1 column 2 (char 1)
                """))
                .isEqualTo("lib/shop.py:7 json.decoder.JSONDecodeError: Expecting value: line 1 column 2 (char 1)");
    }

    @Test
    void thePythonExceptionThatEndedTheProgramIsNamedNotOneThatWasHandled() {
        assertThat(error("sync.py", """
                Traceback (most recent call last):
                  File "/hooks/web/sync.py", line 5, in <module>
                    f({})
                KeyError: 'spec'

                The above exception was the direct cause of the following exception:

                Traceback (most recent call last):
                  File "/hooks/web/sync.py", line 7, in <module>
                    raise ValueError("no spec") from e
                ValueError: no spec
                """)).isEqualTo("sync.py:7 ValueError: no spec");
    }

    @Test
    void aPythonFileThatDoesNotCompileIsNamedWithItsLine() {
        assertThat(error("sync.py", """
                  File "/hooks/web/sync.py", line 3
                    def f(
                         ^
                SyntaxError: '(' was never closed
                """)).isEqualTo("sync.py:3 SyntaxError: '(' was never closed");
    }

    @Test
    void aNodeExceptionIsNamedWithTheDeepestLineOfTheHook() {
        assertThat(error("sync.js", """
                /hooks/web/node_modules/shop/index.js:2
                function f(r){ return r.spec.x; }
                                             ^

                TypeError: Cannot read properties of undefined (reading 'x')
                    at f (/hooks/web/node_modules/shop/index.js:2:30)
                    at main (/hooks/web/sync.js:9:1)
                    at Object.<anonymous> (/hooks/web/sync.js:12:1)
                    at Module._compile (node:internal/modules/cjs/loader:1521:14)

                Node.js v20.20.2
                """))
                .isEqualTo("sync.js:9 TypeError: Cannot read properties of undefined (reading 'x')");
    }

    @Test
    void aNodeExceptionInAModuleWithSeveralLinesAndACauseIsNamedByItsFirstLine() {
        assertThat(error("sync.mjs", """
                file:///hooks/web/sync.mjs:2
                async function m() { throw new Error("no luck") }
                                           ^

                Error: no luck
                second line
                    at m (file:///hooks/web/sync.mjs:2:39)
                    at async file:///hooks/web/sync.mjs:3:1 {
                  [cause]: TypeError: inner
                      at m (file:///hooks/web/sync.mjs:2:81)
                }

                Node.js v20.20.2
                """)).isEqualTo("sync.mjs:2 Error: no luck");
    }

    @Test
    void aNodeFileThatDoesNotCompileIsNamedWithItsLine() {
        assertThat(error("sync.js", """
                /hooks/web/sync.js:4
                function (
                ^^^^^^^^

                SyntaxError: Function statements require a function name
                    at wrapSafe (node:internal/modules/cjs/loader:1464:18)
                    at Module._compile (node:internal/modules/cjs/loader:1495:20)

                Node.js v20.20.2
                """))
                .isEqualTo("sync.js:4 SyntaxError: Function statements require a function name");
    }

    @Test
    void aMissingNodeModuleIsNamedWithTheLineThatRequiresIt() {
        assertThat(error("sync.js", """
                node:internal/modules/cjs/loader:1210
                  throw err;
                  ^

                Error: Cannot find module './lib/x'
                Require stack:
                - /hooks/web/sync.js
                    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
                    at require (node:internal/modules/helpers:182:18)
                    at Object.<anonymous> (/hooks/web/sync.js:1:1)
                  code: 'MODULE_NOT_FOUND'
                }

                Node.js v20.20.2
                """)).isEqualTo("sync.js:1 Error: Cannot find module './lib/x'");
    }

    @Test
    void aFileInAMountedVolumeIsNamedWithoutItsHiddenFolder() {
        assertThat(error("sync.js", """
                /hooks/web/..2026_01_01/sync.js:4
                x

                ReferenceError: x is not defined
                    at Object.<anonymous> (/hooks/web/..2026_01_01/sync.js:4:1)
                """)).isEqualTo("sync.js:4 ReferenceError: x is not defined");
    }

    @Test
    void aPanicOfGoIsNamedWithTheDeepestLineOfPackageMain() {
        assertThat(error("sync", """
                panic: runtime error: invalid memory address or nil pointer dereference
                [signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x48f1d2]

                goroutine 1 [running]:
                example.com/web/site.Port(...)
                \t/src/site/site.go:12
                main.sync({{{{0x3f36a6de26b8, 0x6}, 0x1}}})
                \t/src/hook.go:98 +0xab
                main.main()
                \t/src/main.go:23 +0x625
                """))
                .isEqualTo("hook.go:98 panic: runtime error: invalid memory address or nil pointer dereference");
        assertThat(error("sync", """
                fatal error: concurrent map writes

                goroutine 7 gp=0x3f36a6 m=0 mp=0x56 [running]:
                example.com/web/site.fill(0x1)
                \t/src/site/site.go:12 +0x1d
                """)).isEqualTo("site.go:12 fatal error: concurrent map writes");
    }

    @Test
    void aPanicOfRustIsNamedWithItsLine() {
        assertThat(error("sync", """
                thread 'main' panicked at src/main.rs:4:5:
                index out of bounds: the len is 2 but the index is 3
                note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
                """))
                .isEqualTo("main.rs:4 panicked: index out of bounds: the len is 2 but the index is 3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sync.rb:3:in 'Integer#/': divided by 0 (ZeroDivisionError)\n\tfrom sync.rb:6:in '<main>'\n",
                "PHP Fatal error:  Uncaught Error: no in /hooks/web/sync.php:3\nStack trace:\n#0 {main}\n  thrown in /hooks/web/sync.php on line 3\n",
                "Unhandled exception. System.Exception: no\n   at Program.Main(String[] args) in /src/Program.cs:line 3\n",
            })
    void theErrorOfAStackTraceIsNamedNotItsLastFrame(String output) {
        assertThat(error("sync", output))
                .isEqualTo("sync ended with exit code 1: "
                        + output.lines().findFirst().orElseThrow());
    }

    @Test
    void anErrorOfAShellIsNamedWithItsLine() {
        assertThat(error("sync.sh", "/hooks/web/sync.sh: line 3: jqq: command not found\n"))
                .isEqualTo("sync.sh:3 jqq: command not found");
        assertThat(error("sync.sh", "./sync.sh: 3: jqq: not found\n")).isEqualTo("sync.sh:3 jqq: not found");
    }

    @Test
    void theFirstErrorOfAProgramForJqIsNamed() {
        assertThat(error("sync.sh", """
                jq: error: syntax error, unexpected '}' (Unix shell quoting issues?) at <top-level>, line 1:
                {status: {}, children: [}
                jq: error: foo/1 is not defined at <top-level>, line 2:
                .a | foo(1)
                jq: 2 compile errors
                """))
                .isEqualTo("sync.sh ended with exit code 1: jq: error: syntax error, unexpected '}'"
                        + " (Unix shell quoting issues?) at <top-level>, line 1");
        assertThat(error("sync.sh", "jq: error: no\njq: error (at <stdin>:1): null has no keys\n"))
                .isEqualTo("sync.sh ended with exit code 1: jq: error (at <stdin>:1): null has no keys");
    }

    @Test
    void theLastLineOfOtherOutputIsNamedWithTheExitCode() {
        assertThat(error("sync.rb", "starting\ngive me a spec\n\n"))
                .isEqualTo("sync.rb ended with exit code 1: give me a spec");
        assertThat(error("sync.js", """
                /hooks/web/sync.js:1
                throw "no luck";
                ^
                no luck
                (Use `node --trace-uncaught ...` to show where the exception was thrown)

                Node.js v20.20.2
                """)).isEqualTo("sync.js ended with exit code 1: no luck");
        assertThat(error("sync", "")).isEqualTo("sync ended with exit code 1");
        assertThat(error("sync", "\u0000: 3: \u0000\n")).isEqualTo("sync ended with exit code 1: \u0000: 3: \u0000");
    }
}
