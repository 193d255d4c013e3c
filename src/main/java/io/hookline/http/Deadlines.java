package io.hookline.http;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

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

    /**
     * Runs something short after so many nanoseconds, unless it is cancelled before. After {@link #close} it runs at once:
     * nothing may go on without its limit.
     */
    Deadline after(long nanos, Runnable end) {
        Deadline deadline = new Deadline(end);
        try {
            deadline.scheduled = timer.schedule(deadline, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            deadline.run();
        }
        return deadline;
    }

    /** How many have neither struck nor been cancelled. */
    int pending() {
        return timer.getQueue().size();
    }

    /** No deadline is kept any more: what is under way has none, and what begins is over at once. */
    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** One of them. It either strikes or is cancelled, never both. */
    static final class Deadline implements Runnable {

        private final AtomicReference<@Nullable Runnable> end;
        private @Nullable Future<?> scheduled;

        private Deadline(Runnable end) {
            this.end = new AtomicReference<>(end);
        }

        @Override
        public void run() {
            Runnable ours = end.getAndSet(null);
            if (ours != null) {
                ours.run();
            }
        }

        /**
         * Whether it will not strike any more, and has not. The timer's own answer would not do: to it a task that has begun
         * can still be cancelled.
         */
        boolean cancel() {
            boolean inTime = end.getAndSet(null) != null;
            Future<?> task = scheduled;
            if (inTime && task != null) {
                task.cancel(false);
            }
            return inTime;
        }
    }
}
