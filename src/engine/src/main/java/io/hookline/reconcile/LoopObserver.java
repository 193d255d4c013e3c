package io.hookline.reconcile;

import io.hookline.trace.Causes;
import java.time.Duration;

/**
 * Observes a loop, for metrics, logs and events. Called in the worker's thread before the key is done, so calls about one
 * key never overlap. What it throws is logged and changes nothing.
 *
 * @param <K> the keys
 */
public interface LoopObserver<K> {

    /** A reconcile starts. */
    default void started(K key, Causes causes) {}

    /**
     * A reconcile failed, and the key was queued again. {@link #finished} follows.
     *
     * @param attempt how often it failed in a row, including this time
     * @param next the delay until the retry
     */
    default void failed(K key, Throwable cause, int attempt, Duration next) {}

    /** A reconcile ended, and the key was queued again if the outcome requires it. */
    default void finished(K key, Outcome outcome, Duration took) {}
}
