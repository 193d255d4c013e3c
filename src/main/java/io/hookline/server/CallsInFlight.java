package io.hookline.server;

import java.util.concurrent.atomic.AtomicInteger;

/** Limits the calls that run or wait. Thread-safe. */
final class CallsInFlight {

    private final int max;
    private final AtomicInteger present = new AtomicInteger();
    private final HookMetrics metrics;

    CallsInFlight(int max, HookMetrics metrics) {
        this.max = max;
        this.metrics = metrics;
    }

    /** Whether a call that is complete now would be refused. It is counted as refused then. */
    boolean refuses() {
        if (present.get() < max) {
            return false;
        }
        metrics.shed();
        return true;
    }

    /** Counts a call. If it returns true, {@link #left} must follow. */
    boolean enters() {
        if (present.incrementAndGet() <= max) {
            return true;
        }
        present.decrementAndGet();
        metrics.shed();
        return false;
    }

    void left() {
        present.decrementAndGet();
    }

    int max() {
        return max;
    }
}
