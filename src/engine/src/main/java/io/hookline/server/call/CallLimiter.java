package io.hookline.server.call;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many calls of all hooks run at the same time. Thread-safe.
 *
 * <p>Each hook has a share of the places, so that one hook cannot take all of them.
 */
public final class CallLimiter {

    private final Executor threads;
    private final int size;
    private final int share;
    private final Semaphore places;

    /** @param share the maximum number of places for one hook */
    public CallLimiter(Executor threads, int size, int share) {
        this.threads = threads;
        this.size = size;
        this.share = share;
        this.places = new Semaphore(size, true);
    }

    /** Returns the places of one hook. */
    public HookConcurrency forHook(String name) {
        return new HookConcurrency(name, share, this);
    }

    int size() {
        return size;
    }

    boolean take(long nanos) throws InterruptedException {
        return places.tryAcquire() || places.tryAcquire(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    void free() {
        places.release();
    }

    /** The threads of one version of a hook: at most its share. */
    public HookThreads threads() {
        return new HookThreads(threads, share);
    }

    /** Ends calls at their timeouts. */
    public CallWatchdog watchdog(Duration timeout) {
        return new CallWatchdog(threads, timeout);
    }
}
