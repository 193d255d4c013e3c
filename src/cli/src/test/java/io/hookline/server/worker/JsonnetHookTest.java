package io.hookline.server.worker;

import static io.hookline.server.worker.Scripts.call;
import static io.hookline.server.worker.Scripts.sync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookType;
import io.hookline.server.Requests;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HookSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jsonnet in a JVM of its own, and by a program {@code jsonnet}. */
class JsonnetHookTest {

    private static final String SCRIPT = """
            local names = import 'names.libsonnet';
            function(request) {
              local who = request.parent.spec.who,
              status: { greeted: names.upper(who), length: std.length(who), hash: std.md5(who), yaml: std.manifestYamlDoc({ a: [1] }) },
              children: [{ kind: 'ConfigMap', data: { text: 'Hello, %s' % who } }],
            }
            """;

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

    @Test
    void aFunctionOfTheRequestIsCalledWithItsImports() throws Exception {
        WorkerHook hook = scripts.write("sync.jsonnet", SCRIPT)
                .write("names.libsonnet", "{ upper(name):: std.asciiUpper(name) }")
                .load();

        assertThat(sync(hook))
                .isEqualTo(
                        "{\"children\":[{\"data\":{\"text\":\"Hello, Ann\"},\"kind\":\"ConfigMap\"}],"
                                + "\"status\":{\"greeted\":\"ANN\",\"hash\":\"82e335f7ac0e0e412b2ae15abe662110\",\"length\":3,\"yaml\":\"\\\"a\\\":\\n- 1\"}}");
        assertThat(call(hook, HookType.SYNC, Requests.request("\u2028 \\u0003 \\n %s \u00e9", false)))
                .contains("Hello, \u2028 \\u0003 \\n %s \u00e9");
        assertThat(hook.workers()).isOne();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            function(request) { a: request.missing.field }  | sync.jsonnet:1 Field does not exist: missing
            function(request) error 'out of luck'           | sync.jsonnet:1 out of luck
            function(request) [1]                           | sync returned no object
            function(request) (local f(x) = f(x + 1) + 1; f(1)) | Stackoverflow while materializing, possibly due to recursive value
            """)
    void anErrorHasItsPlaceAndTheWorkerSurvives(String script, String error) throws Exception {
        WorkerHook hook = scripts.write("sync.jsonnet", script).load();

        assertThatThrownBy(() -> sync(hook)).hasMessage(error);
        assertThatThrownBy(() -> sync(hook)).hasMessage(error);
    }

    @Test
    void aFileThatCannotBeParsedIsNotLoaded() throws Exception {
        scripts.write("sync.jsonnet", "function(request) {\n  a: ,\n}");

        assertThatThrownBy(() -> scripts.load()).hasMessageStartingWith("sync.jsonnet:2 Expected");
    }

    @Test
    void memoryIsLimited() throws Exception {
        scripts.write("sync.jsonnet", """
                function(request)
                  if request.parent.spec.who == 'memory' then { a: [std.range(x, 1000000) for x in std.range(1, 1000)] }
                  else {}
                """);
        WorkerHook hook = scripts.load(
                HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)).withWorkerMemory(64 << 20));

        assertThatThrownBy(() -> call(hook, HookType.SYNC, Requests.request("memory", false)))
                .hasMessage("sync.jsonnet: out of memory: a worker may use 64 MiB (--worker-memory)");
        assertThat(sync(hook)).isEqualTo("{}");
    }

    @Test
    void timeIsLimited() throws Exception {
        scripts.write("sync.jsonnet", """
                function(request)
                  local sum(f) = std.foldl(function(a, b) a + f(b), std.range(1, 5000), 0);
                  if request.parent.spec.who == 'loop' then { a: sum(function(x) sum(function(y) sum(function(z) z))) }
                  else {}
                """);
        WorkerHook hook = scripts.load(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(10)));

        assertThatThrownBy(() -> call(hook, HookType.SYNC, Requests.request("loop", false)))
                .isInstanceOf(CallRejectedException.class);
        // On a busy machine, a new worker may start as slowly.
        Awaitility.await()
                .ignoreExceptionsInstanceOf(CallRejectedException.class)
                .until(() -> sync(hook).equals("{}"));
    }

    @Test
    void aProgramOnTheSearchPathIsPreferredAndReadsTheRequestFromStandardInput() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path program = Files.writeString(bin.resolve("jsonnet"), "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        scripts.write("sync.jsonnet", SCRIPT).write("finalize.jsonnet", SCRIPT);
        WorkerFiles files = scripts.files();

        assertThat(files.executables(bin.toString()))
                .containsOnlyKeys(HookType.SYNC, HookType.FINALIZE)
                .containsEntry(
                        HookType.SYNC,
                        List.of(
                                program.toString(),
                                "--tla-code-file",
                                "request=/dev/stdin",
                                folder.resolve("sync.jsonnet").toString()));
        assertThat(files.executables("/nowhere")).isEmpty();
    }

    @Test
    void anInterpreterThatIsNotInstalledIsNamed() throws Exception {
        scripts.write("sync.py", "def sync(request): return {}\n");

        assertThatThrownBy(() -> scripts.files().command("/nowhere", 1))
                .hasMessage("sync.py needs python3, which is not on the PATH; install it");
    }
}
