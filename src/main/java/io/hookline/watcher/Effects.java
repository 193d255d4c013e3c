package io.hookline.watcher;

import io.hookline.reconcile.Outcome;

/** Carries out an answer. */
interface Effects {

    /**
     * What came of it.
     *
     * @param outcome when the parent is to be looked at again; not all is done if that is sooner than its next change
     * @param idle whether all was as wanted: nothing was written, nothing was told anybody, nothing is left to do
     */
    record Done(Outcome outcome, boolean idle) {

        /** All is done, and something had to be. */
        static final Done WORK = new Done(Outcome.awaitChange(), false);

        static Done of(boolean idle) {
            return new Done(Outcome.awaitChange(), idle);
        }

        static Done again(String why) {
            return new Done(Outcome.retry(why), false);
        }
    }

    /**
     * Makes the cluster what the answer wants. Everything that can be done is done; then the failures are reported.
     *
     * @throws SyncException if something failed
     */
    Done carryOut(Turn turn) throws InterruptedException;
}
