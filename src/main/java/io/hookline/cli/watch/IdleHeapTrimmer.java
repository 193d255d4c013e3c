package io.hookline.cli.watch;

import io.hookline.cli.terminal.Shutdown;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Gives the memory of garbage back when there is nothing else to do. The collector that takes the least memory collects all of
 * the heap only when it is full to its limit, so that after a busy hour a watcher would keep several times what it needs. Not
 * thread-safe.
 */
final class IdleHeapTrimmer {

    /** How often it looks; as little as this may have been allocated in between. */
    private static final Duration EVERY = Duration.ofSeconds(10);

    private static final long QUIET = 2L << 20;

    /** A collection for less would not be felt. */
    private static final long WORTHWHILE = 16L << 20;

    /** All of the process stands still for it, about a second for each GiB. */
    private static final long LARGEST = 512L << 20;

    /** The heap of a process, in bytes. */
    interface Heap {
        long used();

        /** Drops all garbage, and gives back what is free then. */
        void collect();
    }

    private final Heap heap;
    private long before = Long.MIN_VALUE / 2;
    private long needed;

    IdleHeapTrimmer(Heap heap) {
        this.heap = heap;
    }

    /** Looks at this process every ten seconds until the shutdown. */
    static void watch(Shutdown shutdown) {
        IdleHeapTrimmer spare = new IdleHeapTrimmer(new OfThisProcess());
        ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("spare-heap").factory());
        shutdown.closing(looks::shutdownNow);
        var _ = looks.scheduleWithFixedDelay(spare::look, EVERY.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
    }

    /** Collects if the process has been idle since the last look, and it is worth the while. */
    void look() {
        long used = heap.used();
        boolean idle = Math.abs(used - before) < QUIET;
        before = used;
        if (idle && used - needed > WORTHWHILE && used < LARGEST) {
            heap.collect();
            needed = heap.used();
            before = needed;
        }
    }

    private static final class OfThisProcess implements Heap {
        @Override
        public long used() {
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }

        @Override
        public void collect() {
            Runtime.getRuntime().gc();
        }
    }
}
