package io.hookline.cli.watch;

import io.hookline.cli.terminal.Shutdown;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Returns unused heap to the operating system while the process is idle. The serial collector, which needs the least
 * memory, collects the whole heap only when it is full. Without this class a watcher keeps several times the memory
 * that it needs after a busy hour. Not thread-safe.
 */
final class IdleHeapTrimmer {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    /** If the used heap changed by less than this in an interval, the process is idle. */
    private static final long IDLE_CHANGE = 2L << 20;

    /** Less garbage than this is not worth a collection. */
    private static final long MIN_GARBAGE = 16L << 20;

    /** A larger heap is not collected: a collection stops all threads, about one second per GiB. */
    private static final long MAX_HEAP = 512L << 20;

    /** The heap of a process, in bytes. */
    interface Heap {
        long used();

        /** Collects all garbage and returns the free memory to the operating system. */
        void collect();
    }

    private final Heap heap;
    private long before = Long.MIN_VALUE / 2;
    private long needed;

    IdleHeapTrimmer(Heap heap) {
        this.heap = heap;
    }

    /** Checks this process every ten seconds until the shutdown. */
    static void watch(Shutdown shutdown) {
        IdleHeapTrimmer trimmer = new IdleHeapTrimmer(new OfThisProcess());
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("idle-heap").factory());
        shutdown.closing(timer::shutdownNow);
        long seconds = INTERVAL.toSeconds();
        var _ = timer.scheduleWithFixedDelay(trimmer::look, seconds, seconds, TimeUnit.SECONDS);
    }

    /** Collects if the process was idle since the last check and there is enough garbage. */
    void look() {
        long used = heap.used();
        boolean idle = Math.abs(used - before) < IDLE_CHANGE;
        before = used;
        if (idle && used - needed > MIN_GARBAGE && used < MAX_HEAP) {
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
