package io.hookline.watcher.sync;

import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.state.RunningSync;

/** Makes the cluster what a hook's answer wants: the parent itself and its children. */
public interface AnswerApplier {

    /**
     * Does everything that can be done, and adds to the sync's {@link RunningSync#result} what came of it.
     *
     * @throws SyncException if the rest of the answer can't be applied either
     */
    void apply(RunningSync sync, SyncAnswer answer) throws InterruptedException;
}
