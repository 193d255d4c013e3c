package io.hookline.reconcile;

import java.util.Set;

/**
 * Makes the world match what is wanted for one key. Called by several threads, but never for one key at the same time.
 *
 * @param <K> what is worked on
 */
@FunctionalInterface
public interface Reconciler<K> {

    /**
     * Reads all it needs and acts. Whatever it throws counts as {@link Outcome#failed}.
     *
     * @param causes why the key was added; for explaining, never for deciding
     * @throws InterruptedException if the loop is stopped and its patience is over
     */
    Outcome reconcile(K key, Set<String> causes) throws InterruptedException;
}
