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
 * The way of events from the connection to the one who polls. It holds a bounded number of bytes: when nobody polls,
 * nothing more is read from the connection, and the server waits. Thread-safe.
 */
final class WatchEventQueue {

    /** What waits at most, apart from the chunk that goes past it. */
    private static final long MOST_WAITING = 8L << 20;

    /** What an event costs besides its bytes. */
    private static final long PER_EVENT = 2048;

    /** An event, or the end: orderly without a failure. */
    sealed interface Signal {
        record Event(WatchEvent event) implements Signal {}

        record End(@Nullable ClusterException failure) implements Signal {}
    }

    private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private long waiting;
    private boolean ended;

    /** Nothing is told after the end. */
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

    /** Waits until there is room for more events, or nobody wants them any more. */
    void awaitRoom() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting >= MOST_WAITING && !ended) {
                room.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The first end counts. */
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

    /** The next signal, or null when none came in time; the end is told again and again. */
    @Nullable
    Signal poll(long nanos) throws InterruptedException {
        Signal signal = signals.poll(nanos, TimeUnit.NANOSECONDS);
        if (signal instanceof Signal.Event(WatchEvent event)) {
            taken(weight(event));
        } else if (signal != null) {
            signals.add(signal);
        }
        return signal;
    }

    private void taken(long weight) {
        lock.lock();
        try {
            boolean full = waiting >= MOST_WAITING;
            waiting -= weight;
            if (full && waiting < MOST_WAITING) {
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
