package io.hookline.watcher.sync;

import io.hookline.informer.ResourceEventHandler;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.spec.ParentRule;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.state.ParentMemories;

/** Adds the key of each parent that changes to the queue. */
public final class ParentEventHandler implements ResourceEventHandler {

    private final ParentRule rule;
    private final String finalizer;
    private final WorkQueue<ParentKey> queue;
    private final ParentMemories memories;
    private final ParentReports reports;

    /**
     * A handler for parents of one kind.
     *
     * @param finalizer the controller's finalizer: a parent that has it is synced even if the rule no longer selects it
     * @param memories to find parents whose sync was postponed, and to forget deleted ones
     */
    public ParentEventHandler(
            ParentRule rule,
            String finalizer,
            WorkQueue<ParentKey> queue,
            ParentMemories memories,
            ParentReports reports) {
        this.rule = rule;
        this.finalizer = finalizer;
        this.queue = queue;
        this.memories = memories;
        this.reports = reports;
    }

    @Override
    public void added(KubeObject parent) {
        enqueue(parent, "parent added");
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        if (now.isBeingDeleted() && !before.isBeingDeleted() && concerns(now)) {
            reports.beingDeleted(now);
        }
        if (!rule.ignoreStatusChanges() || isMoreThanStatus(before, now)) {
            enqueue(now, now.isBeingDeleted() ? "parent is being deleted" : "parent changed");
        } else if (memories.isWaiting(ParentKey.of(now))) {
            enqueue(now, "a sync waited for this state");
        }
    }

    /** Compares what Metacontroller compares: changes of finalizers and owner references are ignored too. */
    private static boolean isMoreThanStatus(KubeObject before, KubeObject now) {
        return before.generation() != now.generation()
                || now.isBeingDeleted()
                || !before.labels().equals(now.labels())
                || !before.annotations().equals(now.annotations());
    }

    @Override
    public void deleted(KubeObject last) {
        if (concerns(last)) {
            reports.deleted(last);
        }
        memories.forget(ParentKey.of(last));
        enqueue(last, "parent deleted");
    }

    private void enqueue(KubeObject parent, String cause) {
        if (concerns(parent)) {
            queue.add(ParentKey.of(parent), Priority.CHANGE, cause);
        }
    }

    private boolean concerns(KubeObject parent) {
        return parent.hasFinalizer(finalizer) || rule.matches(parent);
    }
}
