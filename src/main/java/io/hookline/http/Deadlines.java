package io.hookline.http;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ends calls that take too long, on one thread for all connections. A timeout of each read would not be sufficient: a
 * server that sends a byte from time to time never reaches it, and writes have none. Thread-safe.
 */
public final class Deadlines implements AutoCloseable {

    private final ScheduledThreadPoolExecutor timer;

    /** The thread starts at the first deadline. */
    public Deadlines() {
        timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("http-deadlines").factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Runs a short action after this time, unless it is cancelled before. After {@link #close} the action runs at once:
     * no call may continue without a limit.
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

    /** The number of deadlines that have neither expired nor been cancelled. */
    int pending() {
        return timer.getQueue().size();
    }

    /** Drops all deadlines: calls in flight lose their limit, and new calls end at once. */
    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** One deadline. It either expires or is cancelled, never both. */
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
         * Cancels the deadline; returns false if it has expired already. The timer's own result is not sufficient: to
         * the timer, a task that has started can still be cancelled.
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
