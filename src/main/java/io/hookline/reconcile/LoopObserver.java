package io.hookline.reconcile;

import java.time.Duration;
import java.util.Set;

/**
 * Sees what a loop does: for metrics, logs and events. Called on the worker's thread while the key is still its own, so
 * calls about one key never overlap. What it throws is logged and changes nothing.
 *
 * @param <K> what is worked on
 */
public interface LoopObserver<K> {

    /** A reconcile begins. */
    default void started(K key, Set<String> causes) {}

    /** A reconcile ended, and the key is queued again where the outcome says so. */
    default void finished(K key, Outcome outcome, Duration took) {}
}
