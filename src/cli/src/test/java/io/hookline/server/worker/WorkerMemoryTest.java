package io.hookline.server.worker;

import static io.hookline.server.worker.ScriptLanguage.ask;
import static io.hookline.server.worker.ScriptLanguage.pid;
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
import org.junit.jupiter.params.provider.EnumSource;

/** The memory that the workers of all hooks share. */
class WorkerMemoryTest {

    private static final long MIB = 1 << 20;
    private static final HookSettings LIMITS = HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1));

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

    /** As much as this many workers in calls need: four at most. */
    private static WorkerMemory forWorkers(ScriptLanguage language, int workers) {
        return new WorkerMemory(workers * whole(language), of(language).smallestData());
    }

    /** Of what Python's limit counts, a quarter is used. */
    private static long whole(ScriptLanguage language) {
        long most = of(language).besideData() + of(language).smallestData();
        return language == ScriptLanguage.PYTHON ? most / 4 : most;
    }

    private static WorkerLanguage of(ScriptLanguage language) {
        return language == ScriptLanguage.PYTHON ? WorkerLanguage.PYTHON : WorkerLanguage.JAVASCRIPT;
    }

    private WorkerHook load(ScriptLanguage language, String name, WorkerMemory memory) throws Exception {
        return scripts.write(language.file, language.script).load(name, LIMITS, memory);
    }

    @Test
    void inALargeContainerAWorkerHasTheLimitOfTheOption() {
        WorkerMemory memory = new WorkerMemory(8192 * MIB, 256 * MIB);

        for (WorkerLanguage language : WorkerLanguage.values()) {
            assertThat(memory.limit(language)).isEqualTo(256 * MIB);
            assertThat(memory.explain(language)).isEqualTo("a worker may use 256 MiB (--worker-memory)");
        }
    }

    @Test
    void inASmallContainerTheHeapsFollowIt() {
        WorkerMemory memory = new WorkerMemory(400 * MIB, 256 * MIB);

        assertThat(memory.limit(WorkerLanguage.JAVASCRIPT)).isEqualTo(76 * MIB);
        assertThat(memory.limit(WorkerLanguage.JSONNET)).isEqualTo(36 * MIB);
        assertThat(memory.explain(WorkerLanguage.JAVASCRIPT))
                .isEqualTo(
                        "a worker may use 76 MiB (the workers of all hooks have 400 MiB, which is what the heap of the server"
                                + " leaves of the container's memory limit)");
    }

    @Test
    void evenInATinyContainerAWorkerHasTheLeastThatWorks() {
        WorkerMemory memory = new WorkerMemory(0, 256 * MIB);

        for (WorkerLanguage language : WorkerLanguage.values()) {
            assertThat(memory.limit(language)).isEqualTo(language.smallestData());
        }
    }

    @Test
    void theOptionStillLowersTheLimit() {
        assertThat(new WorkerMemory(400 * MIB, 20 * MIB).limit(WorkerLanguage.JAVASCRIPT))
                .isEqualTo(20 * MIB);
    }

    @ParameterizedTest
    @EnumSource
    void theWorkerWithoutACallForTheLongestTimeEndsFirst(ScriptLanguage language) throws Exception {
        WorkerMemory memory =
                new WorkerMemory(whole(language) + 15 * MIB, of(language).smallestData(), _ -> 10 * MIB);
        WorkerHook first = load(language, "first", memory);
        WorkerHook second = load(language, "second", memory);
        WorkerHook third = load(language, "third", memory);
        long firstPid = pid(sync(first));
        long thirdPid = pid(sync(third));

        long secondPid = pid(sync(second));

        await().until(() -> Processes.hasEnded(firstPid));
        assertThat(first.workers()).isZero();
        assertThat(Processes.hasEnded(thirdPid)).isFalse();
        assertThat(pid(sync(second))).isEqualTo(secondPid);
        assertThat(pid(sync(third))).isEqualTo(thirdPid);
    }

    @ParameterizedTest
    @EnumSource
    void workersBetweenCallsCountWithWhatTheyUse(ScriptLanguage language) throws Exception {
        WorkerMemory memory = forWorkers(language, 3);
        WorkerHook first = load(language, "first", memory);
        WorkerHook second = load(language, "second", memory);
        WorkerHook third = load(language, "third", memory);

        assertThat(pid(sync(first))).isEqualTo(pid(sync(first)));
        assertThat(first.workers() + second.workers() + third.workers()).isEqualTo(3);
        long used = pid(sync(second));
        long least = pid(sync(third));
        long earlier = pid(sync(first));

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                calls.add(threads.submit(() -> ask(first, "wait")));
            }
            await().until(() -> first.workers() == 3 && second.workers() + third.workers() == 0);
            await().until(() -> Processes.hasEnded(used) && Processes.hasEnded(least));
            Files.createFile(folder.resolve("go"));
            for (Future<String> call : calls) {
                assertThat(call.get()).contains("wait");
            }
        }
        assertThat(Processes.hasEnded(earlier)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatGetsNoMemoryIsAnsweredWithTheReason(ScriptLanguage language) throws Exception {
        WorkerMemory memory = forWorkers(language, 1);
        WorkerHook hook = load(language, "first", memory);
        WorkerHook other = load(language, "other", memory);
        WorkerHook hurried = scripts.load("hurried", LIMITS.withTimeout(Duration.ofSeconds(4)), memory);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> call = threads.submit(() -> ask(hook, "wait"));
            await().until(() -> hook.workers() == 1 && other.workers() + hurried.workers() == 0);

            assertThatThrownBy(() -> sync(hurried))
                    .isInstanceOf(CallRejectedException.class)
                    .hasMessageMatching(
                            "hook hurried got no memory for a worker: the call waited 2(\\.\\d+)? s, and 1 worker"
                                    + " of all hooks use \\d+ of \\d+ MiB, which is what the heap of the server leaves of the"
                                    + " container's memory limit");
            Future<String> next = threads.submit(() -> sync(other));
            Files.createFile(folder.resolve("go"));

            assertThat(call.get()).contains("wait");
            assertThat(next.get()).contains("pid");
        }
    }

    @Test
    void aHookThatDoesNotLoadGivesItsMemoryBack() throws Exception {
        WorkerMemory memory = forWorkers(ScriptLanguage.PYTHON, 1);
        scripts.write("sync.py", "raise OSError('no disk')");
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> scripts.load("broken", LIMITS, memory))
                    .isInstanceOf(HookException.class)
                    .hasMessageContaining("no disk");
        }

        assertThat(sync(load(ScriptLanguage.PYTHON, "good", memory))).contains("pid");
    }

    @ParameterizedTest
    @EnumSource
    void aWorkerThatEndsInACallGivesItsMemoryBack(ScriptLanguage language) throws Exception {
        WorkerMemory memory = forWorkers(language, 1);
        WorkerHook hook = load(language, "first", memory);
        WorkerHook other = load(language, "other", memory);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> ask(hook, "exit")).hasMessageContaining("exit code 7");
        }

        assertThat(sync(other)).contains("pid");
    }
}
