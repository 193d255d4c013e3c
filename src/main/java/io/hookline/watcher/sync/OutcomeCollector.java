package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.SyncFailures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the results of one sync: its steps do everything that can be done, then {@link #outcome} returns how it ended.
 * Thread-safe.
 */
final class OutcomeCollector {

    private final SyncFailures children = new SyncFailures();
    private @Nullable SyncException parent;
    private @Nullable String retryReason;
    private boolean unchanged = true;

    /** Records that something was written or reported: the next sync cannot be skipped. */
    synchronized void changed() {
        unchanged = false;
    }

    /** Records children that could not be written. */
    synchronized void childrenFailed(SyncFailures failures) {
        children.addAll(failures);
    }

    /** Records a child that could not be written. */
    synchronized void childFailed(SyncException failure) {
        children.add(failure);
    }

    /** Records that the parent could not be written. */
    synchronized void parentFailed(SyncException failure) {
        parent = failure;
    }

    /** Records that the parent changed while it was written: not a failure, but the sync must be retried. */
    synchronized void parentConflict(String why) {
        retryReason = why;
    }

    /** Whether the sync wrote nothing, reported nothing and failed nowhere. */
    synchronized boolean isUnchanged() {
        return unchanged && children.isEmpty() && parent == null && retryReason == null;
    }

    /** The outcome for this parent. Failures of the parent and of its children are reported together. */
    synchronized Outcome outcome(KubeObject of) {
        List<SyncException> failures = new ArrayList<>();
        if (parent != null) {
            failures.add(parent);
        }
        if (!children.isEmpty()) {
            failures.add(new SyncException.Several("can't reconcile children for " + of + ": ", children));
        }
        if (!failures.isEmpty()) {
            SyncException all = failures.size() == 1 ? failures.getFirst() : new SyncException.Several("", failures);
            return Outcome.failed(all, all.after());
        }
        return retryReason == null ? Outcome.awaitChange() : Outcome.retry(retryReason);
    }
}
