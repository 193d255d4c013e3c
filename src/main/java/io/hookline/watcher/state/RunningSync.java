package io.hookline.watcher.state;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKind;
import java.time.Duration;
import java.util.List;

/**
 * One sync of one parent, as its steps see it: what was read, and where they leave what has come of them. Only {@link #result}
 * and what does not change may be used by several threads.
 */
public interface RunningSync {

    ParentKind kind();

    /** As cached, or as the last write of this sync returned it. */
    KubeObject parent();

    /** The children that the parent has, by declared kind. */
    ObjectGroups observed();

    /** Whether the finalizer may be removed; a sync hook cannot say that. */
    boolean isFinalized(SyncAnswer answer);

    ParentMemory memory();

    /** Why the parent is synced, for explaining only. */
    List<String> causes();

    /** What has come of it so far. */
    SyncResult result();

    /** The parent was written and is now in this state; the next sync waits until the cache shows it. */
    void wroteParent(KubeObject now);

    /** Looks at the parent again though nothing that it is woken by has changed. */
    void lookAgain(Duration after, String cause);

    /** Whether we removed the last finalizer of a parent that was being deleted, so that it is gone. */
    static boolean isGone(KubeObject parent) {
        return parent.isBeingDeleted() && parent.finalizers().isEmpty();
    }
}
