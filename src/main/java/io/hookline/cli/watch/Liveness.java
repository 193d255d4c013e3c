package io.hookline.cli.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Finds what only a restart of the process can repair: deadlocks of threads, virtual threads that do not run any more,
 * and what the watcher reports about its own threads.
 *
 * @param deadlocks those of the watcher
 * @param within the time in which a new virtual thread must run
 */
record Liveness(Supplier<List<String>> deadlocks, Duration within) {

    static final Duration USUAL = Duration.ofSeconds(5);

    /** The problems; empty if the process works. Waits at most for the time limit. */
    List<String> problems() {
        List<String> all = new ArrayList<>(deadlocks.get());
        long[] locked = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
        if (locked != null) {
            List<String> names = Arrays.stream(
                            ManagementFactory.getThreadMXBean().getThreadInfo(locked))
                    .filter(Objects::nonNull)
                    .map(ThreadInfo::getThreadName)
                    .toList();
            all.add("threads wait for each other: " + String.join(", ", names));
        }
        if (!virtualThreadsRun()) {
            all.add("virtual threads do not run: all their carriers are busy");
        }
        return all;
    }

    private boolean virtualThreadsRun() {
        CountDownLatch ran = new CountDownLatch(1);
        Thread.ofVirtual().name("liveness").start(ran::countDown);
        try {
            return ran.await(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true; // the process stops
        }
    }
}
