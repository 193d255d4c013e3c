package io.hookline.watcher;

/** Carries out an answer. */
interface Effects {

    /**
     * Makes the cluster what the answer wants. Everything that can be done is done; then the failures are reported.
     *
     * @throws SyncException if something failed
     */
    void carryOut(Turn turn) throws InterruptedException;
}
