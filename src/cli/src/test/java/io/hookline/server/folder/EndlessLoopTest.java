package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A hook that never ends: its author learns the line, whoever gives up first. */
class EndlessLoopTest {

    /** Ends with the test, whose folder is then removed: the server cannot end it, and it would take a core from all tests after it. */
    private static final String JAVA = """
            import io.hookline.hook.*;
            public final class LoopHook implements SyncHook<java.util.Map<String, Object>> {
                volatile int n;
                public Answer sync(Sync<java.util.Map<String, Object>> in) throws Exception {
                    var looping = java.nio.file.Files.createFile(java.nio.file.Path.of("FOLDER/looping"));
                    while (java.nio.file.Files.exists(looping)) {
                        n++;
                    }
                    return null;
                }
            }
            """;

    private static final String PYTHON = """
            import names

            def sync(request):
                return {"status": {}, "children": [names.of(request)]}
            """;

    private static final String NAMES = """
            import time

            def of(request):
                time.sleep(0.5)
                time.sleep(0.5)
                time.sleep(0.5)
                open("looping", "w").close()
                while True:
                    pass
            """;

    /** Its caller gives up after more than a second. */
    private static final String JAVASCRIPT = """
            const begin = Date.now();
            exports.sync = function () {
              while (Date.now() < begin + 1500) {}
              require("fs").writeFileSync("looping", "");
              for (;;) {}
            };
            """;

    @TempDir
    private Path folder;

    @RegisterExtension
    private final LogLines lines = new LogLines("io.hookline.server");

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text.replace("FOLDER", folder.toString()));
    }

    private static void call(HookProgram hook) throws InterruptedException {
        hook.call(HookType.SYNC, Requests.utf8(Requests.SYNC));
    }

    /** Calls a hook that has more time than its caller, which gives up when the hook has written a file. */
    private void giveUp(Bench bench) throws Exception {
        HookProgram hook = bench.loader.load(folder);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> call = threads.submit(() -> {
                call(hook);
                return null;
            });
            await().until(() -> Files.exists(folder.resolve("looping")));
            call.cancel(true); // as a caller in this process does at its timeout
        }
    }

    @Test
    void theErrorOfAPythonHookNamesTheLineOfAnyOfItsFiles() throws Exception {
        write("sync.py", PYTHON);
        write("names.py", NAMES);
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(4)))) {
            HookProgram hook = bench.loader.load(folder);

            assertThatThrownBy(() -> call(hook))
                    .isInstanceOf(CallRejectedException.class)
                    .hasMessageMatching(
                            "sync\\.py gave no answer within 4 s and its worker was killed at names\\.py:[89]: it waited.*");
        }
        assertThat(lines.all()).as("the stack is not output of the hook").isEmpty();
    }

    @Test
    void aPythonHookThatWaitsInALibraryIsNamedByItsOwnLine() throws Exception {
        write("sync.py", "import time\n\ndef sync(request):\n    time.sleep(1000)\n");
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(4)))) {
            HookProgram hook = bench.loader.load(folder);

            assertThatThrownBy(() -> call(hook)).hasMessageContaining("its worker was killed at sync.py:4: ");
        }
    }

    @Test
    void aPythonHookThatIsNotLoadedInTimeIsNamedByItsLine() throws Exception {
        write("sync.py", "import time\nwhile True:\n    time.sleep(1)\n\ndef sync(request):\n    return {}\n");
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(4)))) {
            assertThatThrownBy(() -> bench.loader.load(folder))
                    .isInstanceOf(HookException.class)
                    .hasMessageMatching("sync\\.py was not loaded within 4 s at sync\\.py:[23]");
        }
    }

    @Test
    void theErrorOfAJavaHookNamesTheLine() throws Exception {
        write("LoopHook.java", JAVA);
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(1)))) {
            HookProgram hook = bench.loader.load(folder);

            assertThatThrownBy(() -> call(hook))
                    .hasMessageMatching(
                            ".* and ran \\S+ \\S+ at LoopHook\\.java:[67]; it does not end when interrupted");
        }
    }

    @Test
    void aJavaHookWhoseCallerGivesUpFirstIsLoggedWithItsLine() throws Exception {
        write("LoopHook.java", JAVA);
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(2)))) {
            giveUp(bench);

            await().untilAsserted(() -> assertThat(lines.all()).singleElement().satisfies(line -> {
                assertThat(line.getMessage()).startsWith("hook call hangs");
                assertThat(line.getKeyValuePairs().toString()).containsPattern("at=\"LoopHook\\.java:[67]\"");
            }));
        }
    }

    @Test
    void aJavaScriptHookWhoseCallerGivesUpFirstIsLoggedWithItsFileAndFunction() throws Exception {
        write("sync.js", JAVASCRIPT);
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(2)))) {
            giveUp(bench);

            await().untilAsserted(() -> assertThat(lines.all()).singleElement().satisfies(line -> {
                assertThat(line.getMessage()).startsWith("hook call killed");
                assertThat(line.getKeyValuePairs().toString()).contains("at=\"sync.js\"", "function=\"sync\"");
            }));
        }
    }

    @Test
    void aPythonHookWhoseCallerGivesUpFirstIsLoggedWithItsLine() throws Exception {
        write("sync.py", PYTHON);
        write("names.py", NAMES);
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(2)))) {
            giveUp(bench);

            await().untilAsserted(() -> assertThat(lines.all()).singleElement().satisfies(line -> {
                assertThat(line.getMessage()).startsWith("hook call killed");
                assertThat(line.getKeyValuePairs().toString()).containsPattern("at=\"names\\.py:[89]\"");
            }));
        }
    }
}
