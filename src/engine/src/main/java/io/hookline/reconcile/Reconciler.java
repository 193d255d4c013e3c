package io.hookline.reconcile;

import io.hookline.trace.Causes;

/**
 * Makes the cluster match the desired state for one key. Called by several threads, but never for one key at the same time.
 *
 * @param <K> the keys
 */
@FunctionalInterface
public interface Reconciler<K> {

    /**
     * Reads the current state and acts on it. Any exception counts as {@link Outcome#failed}.
     *
     * @param causes why the key was added: for logs, and to tell the echo of an own write from other causes
     * @throws InterruptedException if the loop was stopped and its grace period is over
     */
    Outcome reconcile(K key, Causes causes) throws InterruptedException;
}
