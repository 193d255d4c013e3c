package io.hookline.server.call;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends calls at their timeouts. Thread-safe.
 *
 * <p>All calls have the same timeout, so no call that begins while the watchdog sleeps ends before it wakes up. A call that ends
 * in time costs two changes of a set and wakes no thread. The watchdog has a thread only while there are calls.
 */
public final class CallWatchdog {

    private final Executor threads;
    private final long timeout;
    private final Set<Watched> calls = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean watching = new AtomicBoolean();

    /** @param threads runs the watchdog; must start a thread at once */
    public CallWatchdog(Executor threads, Duration timeout) {
        this.threads = threads;
        this.timeout = timeout.toNanos();
    }

    /** A call that may last too long. */
    public interface Watched {
        /** Its timeout as a value of {@link System#nanoTime}. */
        long deadline();

        /** Ends the call. Runs at most once, on a thread of its own if one can be started. */
        void expire();
    }

    /** Watches a call that begins now. Throws the exception of the executor if it cannot. */
    public void begin(Watched call) {
        calls.add(call);
        if (!watching.get() && watching.compareAndSet(false, true)) {
            start();
        }
    }

    private void start() {
        boolean started = false;
        try {
            threads.execute(this::watch);
            started = true;
        } finally {
            if (!started) {
                watching.set(false); // the next call tries again
            }
        }
    }

    /** The call has ended. */
    public void end(Watched call) {
        calls.remove(call);
    }

    private void watch() {
        boolean more = true;
        while (more && !Thread.currentThread().isInterrupted()) {
            boolean idle = calls.isEmpty();
            LockSupport.parkNanos(this, expireAll());
            more = !idle || !calls.isEmpty();
        }
        watching.set(false);
        if (!calls.isEmpty() && !Thread.currentThread().isInterrupted() && watching.compareAndSet(false, true)) {
            start();
        }
    }

    /** Returns the time until the next timeout. */
    private long expireAll() {
        long now = System.nanoTime();
        long next = timeout;
        for (Watched call : calls) {
            long left = call.deadline() - now;
            if (left > 0) {
                next = Math.min(next, left);
            } else {
                expire(call);
            }
        }
        return next;
    }

    private void expire(Watched call) {
        if (!calls.remove(call)) {
            return;
        }
        try {
            threads.execute(call::expire);
        } catch (RejectedExecutionException | OutOfMemoryError _) { // no thread can be started
            call.expire();
        }
    }
}
