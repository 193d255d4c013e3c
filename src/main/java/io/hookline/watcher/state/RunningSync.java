package io.hookline.watcher.state;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.KubeObject;
import io.hookline.trace.Cause;
import io.hookline.trace.Causes;
import io.hookline.watcher.model.ParentKind;
import java.time.Duration;

/**
 * One sync of one parent, as its steps see it: what was read, and the result so far. Only {@link #result} and values that do
 * not change during the sync may be used by several threads.
 */
public interface RunningSync {

    ParentKind kind();

    /** The parent as cached, or as the last write of this sync returned it. */
    KubeObject parent();

    /** The observed children, by declared kind. */
    ObjectGroups observed();

    /** Whether the finalize hook is called instead of the sync hook; only its answer can allow to remove the finalizer. */
    boolean isFinalizing();

    ParentMemory memory();

    /** Why the parent is synced. */
    Causes causes();

    /** Whether the cache showed the parent at the start of the sync as our own last write had left it. */
    boolean sawOwnWrite();

    /** The result so far. */
    OutcomeCollector result();

    /** Records that the parent was written and is now in this state. The next sync waits until the cache shows it. */
    void wroteParent(KubeObject now);

    /** Requests another sync after a delay, for a change that no cache reports. */
    void syncAgain(Duration after, Cause cause);

    /** Whether this parent is being deleted and has no finalizer left, so that the API server has removed it. */
    static boolean isRemoved(KubeObject parent) {
        return parent.isBeingDeleted() && parent.finalizers().isEmpty();
    }
}
