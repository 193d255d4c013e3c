package io.hookline.server;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The places of one version of a hook. A call that hangs beyond its timeout keeps its place until it ends, so there are never
 * more threads of the hook than places; what it holds of the pool is free again, for other hooks. Thread-safe.
 */
final class HookPlaces {

    private final String hook;
    private final int size;
    private final CallLimiter pool;
    private final Semaphore own;
    private final AtomicInteger hanging = new AtomicInteger();

    HookPlaces(String hook, int size, CallLimiter pool) {
        this.hook = hook;
        this.size = size;
        this.pool = pool;
        this.own = new Semaphore(size, true);
    }

    /**
     * Waits for a place.
     *
     * @throws RefusedException if none became free in time, or all are taken by calls that hang
     */
    Place take(Duration patience) throws InterruptedException {
        refuseIfAllHang();
        long start = System.nanoTime();
        if (!own.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            refuseIfAllHang();
            throw new RefusedException(
                    503, "hook " + hook + " is busy: the call waited " + since(start) + " for " + name());
        }
        boolean taken = false;
        try {
            taken = pool.take(patience.toNanos() - (System.nanoTime() - start));
            if (taken && System.nanoTime() - start >= patience.toNanos()) {
                taken = false; // it would begin only to be abandoned
                pool.free();
            }
        } finally {
            if (!taken) {
                own.release();
            }
        }
        if (!taken) {
            throw new RefusedException(
                    503,
                    "the hook server is busy: the call waited " + since(start) + " for one of " + pool.size()
                            + " places of all hooks");
        }
        return new Place(System.nanoTime() - start);
    }

    private void refuseIfAllHang() {
        if (hanging.get() >= size) {
            throw new RefusedException(
                    503,
                    "hook " + hook + " is refused until it is reloaded: " + hanging.get()
                            + " calls hang beyond their timeout, and it has no other place");
        }
    }

    private static String since(long start) {
        return Span.text(System.nanoTime() - start);
    }

    private String name() {
        int hung = hanging.get();
        return "one of " + size + " places" + (hung == 0 ? "" : " (" + hung + " of them taken by calls that hang)");
    }

    String hook() {
        return hook;
    }

    int size() {
        return size;
    }

    /** How many calls hang. */
    int hanging() {
        return hanging.get();
    }

    /** How many calls run, those that hang included. */
    int taken() {
        return size - own.availablePermits();
    }

    private enum State {
        RUNS,
        HANGS,
        FREE
    }

    /** A place that was taken, for one call. */
    final class Place {
        private final AtomicReference<State> state = new AtomicReference<>(State.RUNS);
        private final long waited;
        private final long taken = System.nanoTime();

        private Place(long waited) {
            this.waited = waited;
        }

        /** How much of the time for the call is left. */
        long left(Duration timeout) {
            return timeout.toNanos() - waited - (System.nanoTime() - taken);
        }

        /** Where the time went: {@code it waited 3 s for one of 4 places and ran 7 s}. */
        String spent() {
            return "it waited " + Span.text(waited) + " for " + name() + " and ran " + since(taken);
        }

        /** The call is over. */
        void free() {
            if (state.compareAndSet(State.RUNS, State.FREE)) {
                pool.free();
                own.release();
            }
        }

        /** Nobody waits for the call any more, but it runs on. */
        void hang() {
            if (state.compareAndSet(State.RUNS, State.HANGS)) {
                hanging.incrementAndGet();
                pool.free();
            }
        }

        /** The call that hung is over; false if it did not hang. */
        boolean recover() {
            boolean hung = state.compareAndSet(State.HANGS, State.FREE);
            if (hung) {
                hanging.decrementAndGet();
                own.release();
            }
            return hung;
        }
    }
}
