package io.hookline.watcher.sync;

import io.hookline.watcher.model.SyncException;

/** Applies the answers of a hook to the parent and its children. */
interface AnswerApplier {

    /**
     * Applies everything that can be applied, and records failures and changes in {@link ParentSync#result}.
     *
     * @param answers one for each revision of the parent; there is only one without rolling updates
     * @throws SyncException if a failure prevents applying the rest of the answer
     */
    void apply(ParentSync sync, RevisionAnswers answers) throws InterruptedException;

    /**
     * Undoes what earlier answers have made, without a hook: deletes the observed children, and removes from the parent what is known to
     * be set by the controller. Failures and changes are recorded in {@link ParentSync#result}.
     */
    void undo(ParentSync sync) throws InterruptedException;
}
