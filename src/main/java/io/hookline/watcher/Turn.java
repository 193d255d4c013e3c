package io.hookline.watcher;

import io.hookline.hook.ObjectGroups;
import io.hookline.hook.SyncAnswer;
import io.hookline.object.KubeObject;
import java.util.List;

/**
 * One sync of one parent, after its hook has answered.
 *
 * @param parent as cached, or as our finalizer write of this same sync returned it
 * @param observed the children it has
 * @param finalizes whether it was the finalize hook that answered
 * @param causes what woke us, for explaining only
 */
record Turn(
        ParentKind kind,
        KubeObject parent,
        ObjectGroups observed,
        SyncAnswer answer,
        boolean finalizes,
        List<String> causes) {

    ParentKey key() {
        return ParentKey.of(parent);
    }

    /** Whether the hook says that the parent may go; a sync hook cannot say that. */
    boolean isFinalized() {
        return finalizes && answer.finalized();
    }

    /** The same with the parent in a newer state. */
    Turn with(KubeObject newer) {
        return new Turn(kind, newer, observed, answer, finalizes, causes);
    }
}
