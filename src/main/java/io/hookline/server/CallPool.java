package io.hookline.server;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Places for calls that run at a time. Thread-safe. */
final class CallPool {

    private final Executor threads;
    private final Semaphore places;

    CallPool(Executor threads, int size) {
        this.threads = threads;
        this.places = new Semaphore(size);
    }

    void acquire(Duration patience) throws InterruptedException {
        if (!places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new RefusedException(
                    503, "too many hooks are running; no place became free within " + patience.toMillis() + " ms");
        }
    }

    void start(Runnable task) {
        threads.execute(task);
    }

    void release() {
        places.release();
    }
}
