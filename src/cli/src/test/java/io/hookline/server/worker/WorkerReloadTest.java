package io.hookline.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.process.HookHost;
import io.hookline.server.Requests;
import io.hookline.testing.Processes;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worker hooks in a folder of hooks, whose files change. */
class WorkerReloadTest {

    @TempDir
    Path root;

    private HookHost open() {
        HookHost hooks = HookHost.open(root, new PrometheusRegistry());
        hooks.loadOnce(_ -> true);
        return hooks;
    }

    private void write(String version) throws IOException {
        Path file = Files.createDirectories(root.resolve("web")).resolve("sync.py");
        Files.writeString(
                file,
                "import os, version\ndef sync(request):\n    return {'status': {'pid': os.getpid(), 'v': version.text}}\n");
        Files.writeString(root.resolve("web/version.py"), version);
    }

    private static String call(HookHost hooks) throws InterruptedException {
        return hooks.hooks()
                .serve("/web/sync", Requests.utf8(Requests.SYNC))
                .body()
                .toString();
    }

    private static long pid(String answer) {
        return Long.parseLong(answer.replaceAll(".*\"pid\": (\\d+).*", "$1"));
    }

    @Test
    void aChangedModuleIsUsedByTheNextCallAndTheOldWorkerEnds() throws Exception {
        write("text = 'one'");
        try (HookHost hooks = open()) {
            String before = call(hooks);
            assertThat(before).contains("\"v\": \"one\"");

            write("text = 'two'");
            hooks.refresh();

            assertThat(call(hooks)).contains("\"v\": \"two\"");
            await().until(() -> Processes.hasEnded(pid(before)));
        }
    }

    @Test
    void afterABrokenEditTheWorkerOfTheLastGoodVersionAnswers() throws Exception {
        write("text = 'one'");
        try (HookHost hooks = open()) {
            long before = pid(call(hooks));

            write("text = ");
            hooks.refresh();

            assertThat(pid(call(hooks))).isEqualTo(before);
            assertThat(hooks.problem("web").orElseThrow())
                    .isEqualTo("version.py:1 SyntaxError: invalid syntax, when sync.py was imported");
        }
    }

    @Test
    void noWorkerIsLeftWhenTheHookServerEnds() throws Exception {
        write("text = 'one'");
        long worker;
        try (HookHost hooks = open()) {
            worker = pid(call(hooks));
        }

        await().until(() -> Processes.hasEnded(worker));
    }
}
