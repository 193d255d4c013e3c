package io.hookline.watcher;

import io.hookline.reconcile.Outcome;

/** Carries out an answer. */
interface Effects {

    /**
     * Makes the cluster what the answer wants. Everything that can be done is done; then the failures are reported.
     *
     * @return when the parent is to be looked at again; not all is done if that is sooner than its next change
     * @throws SyncException if something failed
     */
    Outcome carryOut(Turn turn) throws InterruptedException;
}
