package io.hookline.watcher.sync;

import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.state.RunningSync;

/** Applies a hook's answer to the parent and its children. */
public interface AnswerApplier {

    /**
     * Applies everything that can be applied, and records failures and changes in {@link RunningSync#result}.
     *
     * @throws SyncException if a failure prevents applying the rest of the answer
     */
    void apply(RunningSync sync, SyncAnswer answer) throws InterruptedException;
}
