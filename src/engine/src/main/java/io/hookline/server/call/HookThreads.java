package io.hookline.server.call;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one version of a hook, which run its calls in their order. Thread-safe.
 *
 * <p>A thread that has ended a call takes the next one, so under load no call waits for a thread to wake up. No other hook runs on
 * these threads: what its code leaves in thread locals ends with them.
 */
public final class HookThreads implements AutoCloseable {

    private static final long IDLE_NANOS = Duration.ofSeconds(10).toNanos();

    private final Executor starter;
    private final int size;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int threads;

    /** Threads that wait for a call, including those that a call has just woken up. */
    private int idle;

    private boolean closed;

    /**
     * Creates an empty pool.
     *
     * @param starter starts a thread for each task at once
     * @param size the maximum number of threads
     */
    public HookThreads(Executor starter, int size) {
        this.starter = starter;
        this.size = size;
    }

    /**
     * Runs a call as soon as a thread is free. If the thread that it needs cannot be started, the exception of the starter is thrown,
     * and the call does not run.
     */
    public void run(Runnable call) {
        boolean start = false;
        lock.lock();
        try {
            waiting.addLast(call);
            if (idle >= waiting.size()) {
                changed.signal();
            } else if (threads < size) {
                threads++;
                start = true;
            }
        } finally {
            lock.unlock();
        }
        if (start) {
            startFor(call);
        }
    }

    private void startFor(Runnable call) {
        boolean started = false;
        try {
            starter.execute(this::work);
            started = true;
        } finally {
            if (!started) {
                notStarted(call);
            }
        }
    }

    private void notStarted(Runnable call) {
        lock.lock();
        try {
            threads--;
            waiting.remove(call);
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        for (Runnable call = next(); call != null; call = next()) {
            call.run();
        }
    }

    /** Waits for a call; null ends the thread. */
    private @Nullable Runnable next() {
        lock.lock();
        try {
            long left = IDLE_NANOS;
            while (waiting.isEmpty() && left > 0 && !closed) {
                idle++;
                try {
                    left = changed.awaitNanos(left);
                } finally {
                    idle--;
                }
            }
            return taken();
        } catch (InterruptedException _) {
            closed = true; // the process ends
            return taken();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Runnable taken() {
        Runnable call = waiting.pollFirst();
        threads -= call == null ? 1 : 0;
        return call;
    }

    /** Ends the threads after the calls that wait. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
