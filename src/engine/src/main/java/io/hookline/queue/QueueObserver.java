package io.hookline.queue;

import java.time.Duration;

/**
 * Observes a work queue, for metrics. Called with the queue's lock held: it must return at once, and must not throw.
 *
 * @param <K> the queue's keys
 */
public interface QueueObserver<K> {

    /** A key became dirty. A key that was dirty already does not count again. */
    default void added(K key) {}

    /** A worker took a key that had waited this long. */
    default void taken(K key, Duration waited) {}

    /** A worker has ended the processing of a key, after this long. */
    default void done(K key, Duration worked) {}

    /** A key waits for a retry. */
    default void retried(K key) {}

    /** Observes nothing. */
    static <K> QueueObserver<K> none() {
        return new QueueObserver<>() {};
    }
}
