package io.hookline.server;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Places for the calls of all hooks that run at a time, in shares: no hook can take the places of all. Thread-safe. */
final class CallLimiter {

    private final Executor threads;
    private final int size;
    private final int share;
    private final Semaphore places;

    /** @param share how many of the places one hook can take */
    CallLimiter(Executor threads, int size, int share) {
        this.threads = threads;
        this.size = size;
        this.share = share;
        this.places = new Semaphore(size, true);
    }

    /** The share of one hook. */
    HookPlaces forHook(String name) {
        return new HookPlaces(name, share, this);
    }

    int size() {
        return size;
    }

    boolean take(long nanos) throws InterruptedException {
        return places.tryAcquire(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    void free() {
        places.release();
    }

    void start(Runnable task) {
        threads.execute(task);
    }
}
