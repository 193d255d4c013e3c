package io.hookline.http;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
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
        return start(new Deadline(end, () -> 0), nanos);
    }

    /**
     * Runs a short action when no time is left, unless it is cancelled before. The time may grow meanwhile.
     *
     * @param left the nanoseconds that are left; called again when they are over
     */
    Deadline whenOver(LongSupplier left, Runnable end) {
        return start(new Deadline(end, left), left.getAsLong());
    }

    private Deadline start(Deadline deadline, long nanos) {
        try {
            deadline.schedule(nanos);
        } catch (RejectedExecutionException _) {
            deadline.expire();
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
    final class Deadline implements Runnable {

        private final AtomicReference<@Nullable Runnable> end;
        private final LongSupplier left;
        private volatile @Nullable Future<?> scheduled;

        private Deadline(Runnable end, LongSupplier left) {
            this.end = new AtomicReference<>(end);
            this.left = left;
        }

        private void schedule(long nanos) {
            scheduled = timer.schedule(this, nanos, TimeUnit.NANOSECONDS);
        }

        /**
         * Expires, unless there is time left now. A deadline that was cancelled meanwhile does nothing in either case.
         */
        @Override
        public void run() {
            long more = left.getAsLong();
            if (more <= 0) {
                expire();
            } else if (end.get() != null) {
                start(this, more);
            }
        }

        private void expire() {
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
