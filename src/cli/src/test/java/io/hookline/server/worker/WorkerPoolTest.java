package io.hookline.server.worker;

import static io.hookline.server.worker.ScriptLanguage.ask;
import static io.hookline.server.worker.ScriptLanguage.pid;
import static io.hookline.server.worker.Scripts.call;
import static io.hookline.server.worker.Scripts.sync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookException;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.Processes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** When worker processes start and end. */
class WorkerPoolTest {

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
    @EnumSource
    void ifAWorkerEndsItsCallFailsAndTheNextCallStartsAnother(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);
        long before = pid(sync(hook));

        assertThatThrownBy(() -> ask(hook, "exit"))
                .isInstanceOf(HookException.class)
                .hasMessage(language.file + ": its worker ended during the call, exit code 7");

        assertThat(pid(sync(hook))).isNotEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void aWorkerThatWasKilledBetweenCallsIsReplaced(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);
        long before = pid(sync(hook));
        ProcessHandle worker = ProcessHandle.of(before).orElseThrow();

        worker.destroyForcibly();
        worker.onExit().join();

        assertThat(pid(sync(hook))).isNotEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void callsAtTheSameTimeHaveAWorkerEach(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                calls.add(threads.submit(() -> ask(hook, "wait")));
            }
            await().until(() -> hook.workers() == 4);
            Files.createFile(folder.resolve("go"));
            List<Long> pids = new ArrayList<>();
            for (Future<String> call : calls) {
                pids.add(pid(call.get()));
            }

            assertThat(pids.stream().distinct()).hasSizeLessThanOrEqualTo(4).hasSizeGreaterThan(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWorkerWithoutCallsEndsAfterFiveMinutes(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);
        sync(hook);
        long pid = pid(sync(hook));
        assertThat(scripts.timer).hasSize(1);

        scripts.nanos.addAndGet(Duration.ofMinutes(5).toNanos());
        scripts.timer.getFirst().run();

        assertThat(hook.workers()).isZero();
        assertThat(scripts.timer).hasSize(1);
        await().until(() -> Processes.hasEnded(pid));
        assertThat(pid(sync(hook))).isNotEqualTo(pid);
    }

    @ParameterizedTest
    @EnumSource
    void aClosedHookLeavesNoProcess(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);
        long worker = pid(sync(hook));
        long child = pid(ask(hook, "child"));

        hook.close();

        await().until(() -> Processes.hasEnded(worker) && Processes.hasEnded(child));
    }

    @ParameterizedTest
    @EnumSource
    void aRunningCallOfAClosedHookCompletesAndThenItsWorkerEnds(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> call = threads.submit(() -> ask(hook, "wait"));
            await().until(() -> hook.running() == 1);
            hook.close();
            Files.createFile(folder.resolve("go"));

            long pid = pid(call.get());

            await().until(() -> Processes.hasEnded(pid));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAbandonedCallReportsThatTheHookWasReloaded(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> call = threads.submit(() -> ask(hook, "wait"));
            await().until(() -> hook.running() == 1 && hook.workers() == 1);

            hook.abandon();

            assertThatThrownBy(call::get)
                    .hasCauseInstanceOf(CallRejectedException.class)
                    .hasMessageContaining("hook web was reloaded during the call");
        }
    }

    @Test
    void aCallThatIsAbandonedWhileItsWorkerStartsReportsThatTheHookWasReloaded() throws Exception {
        WorkerHook hook = scripts.write(
                        "sync.py",
                        "import os, time\nif os.path.exists('slow'):\n    open('starting', 'w').close()\n    time.sleep(600)\n"
                                + "def sync(request):\n    os._exit(1)\n")
                .load();
        assertThatThrownBy(() -> sync(hook)).hasMessageContaining("exit code 1");
        scripts.write("slow", "");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> call = threads.submit(() -> sync(hook));
            await().until(() -> Files.exists(folder.resolve("starting")));

            hook.abandon();

            assertThatThrownBy(call::get)
                    .hasCauseInstanceOf(CallRejectedException.class)
                    .hasMessageContaining("hook web was reloaded during the call");
        }
    }

    @Test
    void aWorkerThatFailsAtItsStartAgainAndAgainIsStartedLessAndLessOften() throws Exception {
        WorkerHook hook = scripts.write(
                        "sync.py",
                        "import os\nif os.path.exists('broken'): raise OSError('no disk')\n"
                                + "def sync(request):\n    os._exit(1)\n")
                .load();
        assertThatThrownBy(() -> sync(hook)).hasMessageContaining("exit code 1");
        scripts.write("broken", "");

        for (int failures = 1; failures <= 3; failures++) {
            assertThatThrownBy(() -> sync(hook))
                    .hasMessageStartingWith("sync.py:2 OSError: no disk, when sync.py was imported");
            assertThatThrownBy(() -> sync(hook))
                    .isInstanceOf(HookException.class)
                    .hasMessageStartingWith("the next worker of web starts in " + (100 << (failures - 1))
                            + " ms at the earliest, since the last start failed (attempt " + failures
                            + "): sync.py:2 OSError: no disk");
            scripts.nanos.addAndGet(Duration.ofMillis(100L << (failures - 1)).toNanos());
        }

        Files.delete(folder.resolve("broken"));
        assertThatThrownBy(() -> sync(hook)).hasMessageContaining("exit code 1");
    }

    /** As on a busy machine: it is no mistake of the script, so the call may be repeated. */
    @ParameterizedTest
    @CsvSource({
        "sync.py, 'import os, time\nif os.path.exists(\"slow\"): time.sleep(600)\ndef sync(request): os._exit(1)\n'",
        "sync.js, 'while (require(\"fs\").existsSync(\"slow\"));\nexports.sync = () => process.exit(1);\n'"
    })
    void afterAStartThatTookTooLongACallThatComesTooEarlyIsRefused(String file, String text) throws Exception {
        WorkerHook hook = scripts.write(file, text).load(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(5)));
        assertThatThrownBy(() -> sync(hook)).hasMessageContaining("exit code 1");
        scripts.write("slow", "");

        assertThatThrownBy(() -> sync(hook))
                .isInstanceOfSatisfying(
                        CallRejectedException.class, e -> assertThat(e.status()).isEqualTo(504));
        assertThatThrownBy(() -> sync(hook))
                .isInstanceOfSatisfying(
                        CallRejectedException.class, e -> assertThat(e.status()).isEqualTo(503))
                .hasMessage(
                        "the next worker of web starts in 100 ms at the earliest, since the last start failed (attempt 1):"
                                + " it was not ready in time");

        Files.delete(folder.resolve("slow"));
        scripts.nanos.addAndGet(Duration.ofMillis(100).toNanos());
        assertThatThrownBy(() -> sync(hook)).hasMessageContaining("exit code 1");
    }

    @Test
    void aStartThatTheCallerInterruptsIsNoFailureOfTheScript() throws Exception {
        WorkerHook hook = scripts.write("sync.py", """
                import os, time
                if os.path.exists("slow"):
                    open("started", "w").close()
                    time.sleep(600)

                def sync(request):
                    if os.path.exists("slow"):
                        os._exit(1)
                    return {}
                """).load();
        scripts.write("slow", "");
        assertThatThrownBy(() -> sync(hook)).hasMessageContaining("ended during the call");
        Thread caller = Thread.ofVirtual().start(() -> assertThatThrownBy(() -> sync(hook)));
        await().until(() -> Files.exists(folder.resolve("started")));

        caller.interrupt();
        caller.join();
        Files.delete(folder.resolve("slow"));

        assertThat(sync(hook)).isEqualTo("{}");
    }
}
