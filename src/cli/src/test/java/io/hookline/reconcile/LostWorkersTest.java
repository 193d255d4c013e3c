package io.hookline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.queue.Priority;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostWorkersTest {

    private final WorkQueue<String> queue =
            new WorkQueue<>(InstantSource.system(), RateLimits.defaults(InstantSource.system()));
    private final List<Thread> workers = new ArrayList<>();

    private Thread worker(Runnable work) {
        Thread worker =
                Thread.ofPlatform().uncaughtExceptionHandler((_, _) -> {}).unstarted(work);
        workers.add(worker);
        return worker;
    }

    @Test
    void aWorkerThatEndedByAnErrorOfTheVirtualMachineIsCountedUntilTheLoopIsStopped() throws InterruptedException {
        ControllerLoop<String> loop = new ControllerLoop<>(
                "test",
                queue,
                (_, _) -> {
                    throw new OutOfMemoryError("heap");
                },
                new LoopObserver<>() {});
        queue.add("a", Priority.CHANGE, "changed");

        loop.start(this::worker, 1);
        workers.getFirst().join();

        assertThat(loop.lostWorkers()).isEqualTo(1);

        loop.stop(Duration.ZERO);
        assertThat(loop.lostWorkers()).isZero();
    }
}
