package io.hookline.watcher.sync;

import io.hookline.informer.ResourceEventHandler;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.spec.ParentRule;
import io.hookline.trace.Cause;
import io.hookline.trace.Cause.ParentChanged;
import io.hookline.trace.Cause.ParentChanged.Part;
import io.hookline.watcher.model.ParentKey;

/** Adds the key of each parent that changes to the queue. */
final class ParentEventHandler implements ResourceEventHandler {

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
    ParentEventHandler(
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
        enqueue(parent, Cause.reason("parent added"));
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        if (now.isBeingDeleted() && !before.isBeingDeleted() && concerns(now)) {
            reports.beingDeleted(now);
        }
        Part part = changed(before, now);
        if (!rule.ignoreStatusChanges() || part != Part.STATUS || now.isBeingDeleted()) {
            enqueue(now, now.isBeingDeleted() ? Cause.reason("parent is being deleted") : new ParentChanged(part));
        } else if (memories.isWaiting(ParentKey.of(now))) {
            enqueue(now, Cause.continued("a sync waited for this state"));
        }
    }

    /** Compares what Metacontroller compares: changes of finalizers and owner references count as those of the status. */
    private static Part changed(KubeObject before, KubeObject now) {
        if (before.generation() != now.generation()) {
            return Part.SPEC;
        }
        boolean metadata =
                !before.labels().equals(now.labels()) || !before.annotations().equals(now.annotations());
        return metadata ? Part.METADATA : Part.STATUS;
    }

    @Override
    public void deleted(KubeObject last) {
        if (concerns(last)) {
            reports.deleted(last);
        }
        memories.forget(ParentKey.of(last));
        enqueue(last, Cause.reason("parent deleted"));
    }

    private void enqueue(KubeObject parent, Cause cause) {
        if (concerns(parent)) {
            queue.add(ParentKey.of(parent), Priority.CHANGE, cause);
        }
    }

    private boolean concerns(KubeObject parent) {
        return parent.hasFinalizer(finalizer) || rule.matches(parent);
    }
}
