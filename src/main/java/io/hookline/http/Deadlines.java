package io.hookline.http;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends what takes too long, on one thread for all connections. A limit on each read would not do: a server that sends a byte
 * now and then would never reach it, and writes have none. Thread-safe.
 */
public final class Deadlines implements AutoCloseable {

    private final ScheduledThreadPoolExecutor timer;

    /** Starts its thread at the first deadline. */
    public Deadlines() {
        timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("http-deadlines").factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Runs something short after so many nanoseconds, unless it is cancelled before. */
    Future<?> after(long nanos, Runnable end) {
        return timer.schedule(end, nanos, TimeUnit.NANOSECONDS);
    }

    /** Nothing ends any more. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
