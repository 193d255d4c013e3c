package io.hookline.queue;

import java.time.Duration;

/**
 * Sees what a queue does; made for the {@code workqueue_*} metrics. Called in the order of things, with the queue's lock held:
 * it must return at once, must not throw, and must not call the queue.
 *
 * @param <K> the queue's keys
 */
public interface QueueObserver<K> {

    /** A key that did not wait before waits now. */
    default void added(K key) {}

    /** A key was handed to a worker. */
    default void taken(K key, Duration waited) {}

    /** A worker is done with a key. */
    default void done(K key, Duration worked) {}

    /** A key comes back later because it failed. */
    default void retried(K key, Duration delay) {}
}
