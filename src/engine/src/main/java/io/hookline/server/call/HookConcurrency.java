package io.hookline.server.call;

import io.hookline.object.HumanDuration;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Limits how many calls of one version of a hook run at the same time: each takes a place. Thread-safe.
 *
 * <p>A call that hangs keeps its place until it ends, so that a hook never has more threads than places. It gives its
 * place in the pool of all hooks back at its timeout.
 */
public final class HookConcurrency {

    private final String hook;
    private final int size;
    private final CallLimiter pool;
    private final Semaphore own;
    private final AtomicInteger hanging = new AtomicInteger();

    HookConcurrency(String hook, int size, CallLimiter pool) {
        this.hook = hook;
        this.size = size;
        this.pool = pool;
        this.own = new Semaphore(size, true);
    }

    /**
     * Waits for a place.
     *
     * @throws CallRejectedException if no place became free in time, or calls that hang take all places
     */
    public Place take(Duration maxWait) throws InterruptedException {
        return take(maxWait, System.nanoTime());
    }

    /**
     * Waits for a place, for a call that waits already.
     *
     * @param start the begin of the wait as a value of {@link System#nanoTime}
     */
    public Place take(Duration maxWait, long start) throws InterruptedException {
        refuseIfAllHang();
        if (!own.tryAcquire() && !own.tryAcquire(left(maxWait, start), TimeUnit.NANOSECONDS)) {
            throw busy(start);
        }
        boolean taken = false;
        try {
            taken = pool.take(left(maxWait, start));
            if (taken && System.nanoTime() - start >= maxWait.toNanos()) {
                taken = false; // the call would time out at once
                pool.free();
            }
        } finally {
            if (!taken) {
                own.release();
            }
        }
        if (!taken) {
            throw new CallRejectedException(
                    503,
                    "the hook server is busy: the call waited " + since(start) + " for one of " + pool.size()
                            + " places of all hooks");
        }
        return new Place(System.nanoTime() - start);
    }

    private static long left(Duration maxWait, long start) {
        return maxWait.toNanos() - (System.nanoTime() - start);
    }

    /** The error of a call that got no place of this hook in time. */
    public CallRejectedException busy(long start) {
        refuseIfAllHang();
        return new CallRejectedException(
                503, "hook " + hook + " is busy: the call waited " + since(start) + " for " + describe());
    }

    /** Throws {@link CallRejectedException} if calls that hang take all places. */
    public void refuseIfAllHang() {
        if (hanging.get() >= size) {
            throw new CallRejectedException(
                    503,
                    "hook " + hook + " is refused until it is reloaded: " + hanging.get()
                            + " calls hang beyond their timeout, and it has no other place");
        }
    }

    private static String since(long start) {
        return HumanDuration.text(Duration.ofNanos(System.nanoTime() - start));
    }

    private String describe() {
        int hung = hanging.get();
        return "one of " + size + " places" + (hung == 0 ? "" : " (" + hung + " of them taken by calls that hang)");
    }

    public String hook() {
        return hook;
    }

    public int size() {
        return size;
    }

    /** The number of calls that hang. */
    public int hanging() {
        return hanging.get();
    }

    /** The number of calls that run, including those that hang. */
    public int taken() {
        return size - own.availablePermits();
    }

    private enum State {
        RUNS,
        HANGS,
        FREE
    }

    /** The place of one call. */
    public final class Place {
        private final AtomicReference<State> state = new AtomicReference<>(State.RUNS);
        private final long waited;
        private final long taken = System.nanoTime();

        private Place(long waited) {
            this.waited = waited;
        }

        /** The remaining time of the call, in nanoseconds. */
        public long left(Duration timeout) {
            return timeout.toNanos() - waited - (System.nanoTime() - taken);
        }

        /** The time since the call has its place. */
        public Duration ran() {
            return Duration.ofNanos(System.nanoTime() - taken);
        }

        /** How the time was spent: {@code it waited 3 s for one of 4 places and ran 7 s}. */
        public String spent() {
            return "it waited " + HumanDuration.text(Duration.ofNanos(waited)) + " for " + describe() + " and ran "
                    + since(taken);
        }

        /** The call has ended in time. */
        public void free() {
            if (state.compareAndSet(State.RUNS, State.FREE)) {
                pool.free();
                own.release();
            }
        }

        /** The call runs on after its timeout. */
        public void hang() {
            if (state.compareAndSet(State.RUNS, State.HANGS)) {
                hanging.incrementAndGet();
                pool.free();
            }
        }

        /** The call has ended after its timeout; false if it did not hang. */
        public boolean recover() {
            boolean hung = state.compareAndSet(State.HANGS, State.FREE);
            if (hung) {
                hanging.decrementAndGet();
                own.release();
            }
            return hung;
        }
    }
}
