package io.hookline.server.worker;

import static io.hookline.server.worker.Scripts.call;
import static io.hookline.server.worker.Scripts.sync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookType;
import io.hookline.server.Requests;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms in which a script defines its functions. */
class WorkerFormsTest {

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void open() {
        scripts = new Scripts(folder);
    }

    @AfterEach
    void close() {
        scripts.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            sync.py  | def sync(request): return {"children": [], "status": request["parent"]["spec"]}
            sync.js  | module.exports = async function (context) { return { status: 200, body: { children: [], status: context.request.body.parent.spec }, headers: { "Content-Type": "application/json" } } }
            sync.js  | module.exports = async (context) => ({ status: 200, body: JSON.stringify({ children: [], status: context.request.body.parent.spec }) })
            sync.js  | module.exports = (context) => ({ children: [], status: context.request.body.parent.spec })
            sync.js  | module.exports = ({ parent }) => ({ children: [], status: parent.spec })
            sync.js  | exports.sync = ({ parent }) => ({ children: [], status: parent.spec })
            sync.js  | module.exports = { sync: async (request) => ({ children: [], status: request.parent.spec }) }
            sync.cjs | exports.sync = ({ parent }) => ({ children: [], status: parent.spec })
            sync.mjs | export default async function (context) { return { status: 200, body: { children: [], status: context.request.body.parent.spec } } }
            sync.mjs | export default async ({ parent }) => ({ children: [], status: parent.spec })
            sync.mjs | export const sync = ({ parent }) => ({ children: [], status: parent.spec })
            """)
    void aFormIsCalledWithTheRequest(String file, String script) throws Exception {
        assertThat(sync(scripts.write(file, script).load()).replace(" ", ""))
                .isEqualTo("{\"children\":[],\"status\":{\"who\":\"Ann\"}}");
    }

    @Test
    void oneWorkerHasTheFunctionsOfAllFilesAndTheirModules() throws Exception {
        scripts.write("names.py", "count = 0\ndef name():\n    global count\n    count += 1\n    return count\n")
                .write("sync.py", "import names\ndef sync(request): return {'status': {'count': names.name()}}\n")
                .write(
                        "customize.py",
                        "import names\ndef customize(request): return {'relatedResources': [names.name()]}\n")
                .write("test_sync.py", "raise Exception('a test is no hook')\n")
                .write("sync.test.py", "raise Exception('a test is no hook')\n");

        WorkerHook hook = scripts.load();

        assertThat(hook.types()).containsExactlyInAnyOrder(HookType.SYNC, HookType.CUSTOMIZE);
        assertThat(sync(hook)).isEqualTo("{\"status\": {\"count\": 1}}");
        assertThat(call(hook, HookType.CUSTOMIZE, Requests.CUSTOMIZE)).isEqualTo("{\"relatedResources\": [2]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            sync.py  | x = 1 | sync.py has no `#!` line and defines no function `sync`; write `def sync(request):`, or begin with #!/usr/bin/env python3 if it reads the request from standard input
            sync.py  | def sync(request) | sync.py:1 SyntaxError: expected ':', when sync.py was imported
            sync.py  | def sync(request): return [ | sync.py:1 SyntaxError: '[' was never closed, when sync.py was imported
            sync.py  | import json, sys; json.load(sys.stdin) | sync.py:1 JSONDecodeError: Expecting value: line 1 column 1 (char 0), when sync.py was imported; a file without a `#!` line is imported, and must define the function `sync`
            sync.py  | import nothing_like_it | sync.py:1 ModuleNotFoundError: No module named 'nothing_like_it', when sync.py was imported; a file without a `#!` line is imported, and must define the function `sync`
            sync.js  | exports.snyc = () => ({}) | sync.js has no `#!` line and exports no function; write `module.exports = async function (context)` or `exports.sync = function (request)`, or begin with #!/usr/bin/env node if it reads the request from standard input
            sync.mjs | throw new Error("no\\nluck") | sync.mjs:1 Error: no luck, when sync.mjs was imported; a file without a `#!` line is imported, and must export a function
            sync.js  | exports.sync = ( | sync.js:1 SyntaxError: Unexpected end of input, when sync.js was imported
            """)
    void aScriptThatIsNoHookIsNotLoadedAndTheErrorSaysWhy(String file, String script, String error) throws Exception {
        scripts.write(file, script);

        assertThatThrownBy(() -> scripts.load()).hasMessage(error);
    }

    @Test
    void twoFilesOfOneTypeAreAnError() throws Exception {
        scripts.write("sync.js", "exports.sync = () => ({})").write("sync.mjs", "export const sync = () => ({})");

        assertThatThrownBy(() -> scripts.load()).hasMessageContaining("are both the sync hook: keep one of them");
    }

    @Test
    void theFilesOfAMountedConfigMapAreLoadedWithTheirPlainNames() throws Exception {
        scripts.write("..2026_01_01/sync.js", "exports.sync = () => { throw new Error('boom') }");
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026_01_01"));
        Files.createSymbolicLink(folder.resolve("sync.js"), Path.of("..data/sync.js"));

        WorkerHook hook = scripts.load();

        assertThatThrownBy(() -> sync(hook)).hasMessage("sync.js:1 Error: boom");
    }

    /** The example hooks of Metacontroller return the stack of what they catch. */
    @Test
    void aReturnedStackIsOneLineWithItsPlace() throws Exception {
        WorkerHook hook = scripts.write("sync.js", """
                module.exports = async function (context) {
                  try {
                    return context.nothing.here;
                  } catch (e) {
                    return { status: 500, body: e.stack };
                  }
                };
                """).load();

        assertThatThrownBy(() -> sync(hook))
                .hasMessage("sync returned status 500: sync.js:3 TypeError: Cannot read properties of undefined"
                        + " (reading 'here')");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Promise.reject(new Error("no\\nluck"))          | exit code 1: sync.js:1 Error: no luck (a Promise that was not awaited)
            setTimeout(() => { throw new Error("late"); }) | exit code 1: sync.js:1 Error: late (not caught)
            """)
    void anErrorOutsideOfTheCallIsOneLineWithItsPlace(String statement, String error) throws Exception {
        WorkerHook hook = scripts.write(
                        "sync.js", "exports.sync = () => { " + statement + "; return new Promise(() => {}); };")
                .load();

        assertThatThrownBy(() -> sync(hook)).hasMessage("sync.js: its worker ended during the call, " + error);
    }

    @Test
    void aThrownObjectIsShownAsJson() throws Exception {
        WorkerHook hook = scripts.write("sync.js", "exports.sync = () => { throw { code: 5 }; };")
                .load();

        assertThatThrownBy(() -> sync(hook)).hasMessage("{\"code\":5}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            sync.py  | def sync(request): return {"x": float("nan")}  | sync returned a value that is not JSON: Out of range float values are not JSON compliant
            sync.py  | def sync(request): return {"x": {1, 2}} | sync returned a value that is not JSON: Object of type set is not JSON serializable
            sync.py  | def sync(request): return []  | sync returned a list, expected a dict
            sync.js  | exports.sync = () => ({ x: 1n }) | the answer is not JSON: Do not know how to serialize a BigInt
            sync.js  | exports.sync = async () => {} | sync returned undefined, expected an object; is a return missing?
            sync.js  | exports.sync = () => [] | sync returned a list, expected an object
            sync.js  | module.exports = () => ({ status: 200, body: "hi" }) | sync returned a body that is not JSON
            """)
    void anAnswerThatIsNotJsonIsAnError(String file, String script, String error) throws Exception {
        WorkerHook hook = scripts.write(file, script).load();

        assertThatThrownBy(() -> sync(hook)).hasMessageContaining(error);
    }

    @Test
    void pythonKeepsAllDigitsOfAWholeNumberAndNodeThoseOf53Bits() throws Exception {
        String request = Requests.SYNC.replace("\"Ann\"", "9007199254740993");
        WorkerHook python = scripts.write("sync.py", "def sync(r): return r['parent']['spec']\n")
                .load();
        assertThat(call(python, HookType.SYNC, request)).isEqualTo("{\"who\": 9007199254740993}");

        Files.delete(folder.resolve("sync.py"));
        WorkerHook node =
                scripts.write("sync.js", "exports.sync = (r) => r.parent.spec").load();
        assertThat(call(node, HookType.SYNC, request)).isEqualTo("{\"who\":9007199254740992}");
    }
}
