package io.hookline.watcher.state;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has come of one sync: everything that can be done is done first, then {@link #outcome} says once how it ended.
 * Thread-safe.
 */
public final class SyncResult {

    private final List<SyncException> children = new ArrayList<>();
    private @Nullable SyncException parent;
    private @Nullable String again;
    private boolean unchanged = true;

    /** Something was written, or reported to somebody: the next sync may find something else. */
    public synchronized void changed() {
        unchanged = false;
    }

    /** Some children could not be written. */
    public synchronized void childrenFailed(Collection<SyncException> failures) {
        children.addAll(failures);
    }

    /** The parent could not be written. */
    public synchronized void parentFailed(SyncException failure) {
        parent = failure;
    }

    /** The parent changed while it was written: nobody's failure, but not all is done. */
    public synchronized void parentConflict(String why) {
        again = why;
    }

    /** Whether everything was as wanted. */
    public synchronized boolean isUnchanged() {
        return unchanged && children.isEmpty() && parent == null && again == null;
    }

    /** How the sync of this parent ended: a failure of the parent does not hide those of its children. */
    public synchronized Outcome outcome(KubeObject of) {
        List<SyncException> failures = new ArrayList<>();
        if (parent != null) {
            failures.add(parent);
        }
        if (!children.isEmpty()) {
            failures.add(SyncException.all("can't reconcile children for " + of + ": ", children));
        }
        if (!failures.isEmpty()) {
            SyncException all = failures.size() == 1 ? failures.getFirst() : SyncException.all("", failures);
            return Outcome.failed(all, all.after());
        }
        return again == null ? Outcome.awaitChange() : Outcome.retry(again);
    }
}
