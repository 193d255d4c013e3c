package io.hookline.reconcile;

import java.util.Set;

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
     * @param causes why the key was added; for logs, never for decisions
     * @throws InterruptedException if the loop was stopped and its grace period is over
     */
    Outcome reconcile(K key, Set<String> causes) throws InterruptedException;
}
