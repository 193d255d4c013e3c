package io.hookline.server.worker;

import io.hookline.server.call.HookSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What all workers share.
 *
 * @param pumps copies input and output, with two tasks for each worker; it must run all of them at once
 * @param path the search path for interpreters
 * @param nanoTime measures the pauses between starts that fail, and how long a worker had no call
 * @param timer runs a task later
 * @param memory what all workers may use together
 */
public record WorkerSettings(
        HookSettings limits, Executor pumps, String path, LongSupplier nanoTime, Timer timer, WorkerMemory memory) {

    /** Runs a task after a time. */
    @FunctionalInterface
    public interface Timer {
        void after(Duration time, Runnable task);
    }

    /** With the time and the search path of the system. */
    public static WorkerSettings of(HookSettings limits, Executor pumps) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
        Timer timer = (time, task) -> CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS, pumps)
                .execute(task);
        return new WorkerSettings(
                limits, pumps, path, System::nanoTime, timer, WorkerMemory.besideHeap(limits.workerMemory()));
    }
}
