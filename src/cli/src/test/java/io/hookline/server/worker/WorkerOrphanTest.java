package io.hookline.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookType;
import io.hookline.server.Requests;
import io.hookline.testing.Processes;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers whose server was killed. */
class WorkerOrphanTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            sync.py | import os\\ndef sync(r):\\n    print(os.getpid())\\n    while r["parent"]["spec"]["who"] == "loop": pass\\n    return {"status": {"pid": os.getpid()}}
            sync.js | exports.sync = (r) => { console.log(process.pid); while (r.parent.spec.who === "loop"); return { status: { pid: process.pid } } }
            """)
    void aWorkerEndsWithItsServerAlsoInAnEndlessLoop(String file, String script) throws Exception {
        Files.writeString(folder.resolve(file), script.replace("\\n", "\n"));
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Server.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader printed = server.inputReader(StandardCharsets.UTF_8)) {
            String line = printed.readLine();
            while (!line.startsWith("worker ")) {
                line = printed.readLine();
            }
            long worker = Long.parseLong(line.substring("worker ".length()));
            assertThat(Processes.hasEnded(worker)).isFalse();

            server.destroyForcibly().waitFor();

            await().atMost(Duration.ofSeconds(60)).until(() -> Processes.hasEnded(worker));
        } finally {
            server.destroyForcibly();
        }
    }

    /** A server that prints the id of its worker, and then calls it for ever. */
    static final class Server {
        public static void main(String[] args) throws Exception {
            try (Scripts scripts = new Scripts(Path.of(args[0]))) {
                WorkerHook hook = scripts.load();
                System.out.println("worker " + Scripts.sync(hook).replaceAll("\\D", ""));
                hook.call(HookType.SYNC, Requests.utf8(Requests.request("loop", false)));
            }
        }
    }
}
