package io.hookline.kube;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WatchEvent;
import io.hookline.object.KubeObject;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Passes events from the thread that reads the connection to the caller that polls. The queue is limited in bytes: if
 * the caller does not poll, the reader stops, and the server waits. Thread-safe.
 */
final class WatchEventQueue {

    /** The limit of the queue; the chunk that exceeds it is still added. */
    private static final long MAX_WAITING = 8L << 20;

    /** The memory of an event besides its bytes. */
    private static final long PER_EVENT = 2048;

    /** An event, or the end; the end has no failure if it was regular. */
    sealed interface Signal {
        record Event(WatchEvent event) implements Signal {}

        record End(@Nullable ClusterException failure) implements Signal {}
    }

    private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private long waiting;
    private boolean ended;

    /** Adds an event; events after the end are ignored. */
    void offer(WatchEvent event) {
        lock.lock();
        try {
            if (!ended) {
                waiting += weight(event);
                signals.add(new Signal.Event(event));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is room for more events, or the watch is closed. */
    void awaitRoom() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting >= MAX_WAITING && !ended) {
                room.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the queue; only the first end counts. */
    void end(@Nullable ClusterException failure) {
        lock.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
            signals.add(new Signal.End(failure));
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next signal, or null if none came in time. After the end, every call returns the end. */
    @Nullable
    Signal poll(long nanos) throws InterruptedException {
        Signal signal = signals.poll(nanos, TimeUnit.NANOSECONDS);
        if (signal instanceof Signal.Event(WatchEvent event)) {
            removed(weight(event));
        } else if (signal != null) {
            signals.add(signal);
        }
        return signal;
    }

    private void removed(long weight) {
        lock.lock();
        try {
            boolean full = waiting >= MAX_WAITING;
            waiting -= weight;
            if (full && waiting < MAX_WAITING) {
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private static long weight(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added(KubeObject object) -> PER_EVENT + object.size();
            case WatchEvent.Modified(KubeObject object) -> PER_EVENT + object.size();
            case WatchEvent.Deleted(KubeObject object) -> PER_EVENT + object.size();
            case WatchEvent.Bookmark _, WatchEvent.Ended _ -> PER_EVENT;
        };
    }
}
