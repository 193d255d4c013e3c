package io.hookline.queue;

import java.time.Duration;

/**
 * Observes a queue, for the {@code workqueue_*} metrics. Called in the order of the events, while the queue's lock is held: it
 * must return at once, must not throw, and must not call the queue.
 *
 * @param <K> the queue's keys
 */
public interface QueueObserver<K> {

    /** A key became dirty: it waits to be processed. */
    default void added(K key) {}

    /** A key was handed to a worker. */
    default void taken(K key, Duration waited) {}

    /** A worker finished a key. */
    default void done(K key, Duration worked) {}

    /** A key failed and is retried after a delay. */
    default void retried(K key, Duration delay) {}
}
