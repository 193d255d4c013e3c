package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.trace.Causes;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import java.util.Optional;

/**
 * Wraps a reconciler and skips the syncs of parents that are paused, or that a paused rollout of a hook has not reached: no hook is
 * called and nothing is written. As a parent that is being deleted, one of a controller that is being deleted is not skipped.
 * Thread-safe.
 */
public final class PausingReconciler implements Reconciler<ParentKey> {

    private final ParentKinds parents;
    private final PausedParents paused;
    private final Undo undo;
    private final HookRollout rollout;
    private final Reconciler<ParentKey> next;

    public PausingReconciler(
            ParentKinds parents, PausedParents paused, Undo undo, HookRollout rollout, Reconciler<ParentKey> next) {
        this.parents = parents;
        this.paused = paused;
        this.undo = undo;
        this.rollout = rollout;
        this.next = next;
    }

    @Override
    public Outcome reconcile(ParentKey key, Causes causes) throws InterruptedException {
        Optional<KubeObject> parent = parents.find(key);
        if (parent.isEmpty()) {
            paused.forget(key);
        } else if (!undo.isActive() && paused.skips(parent.get())) {
            return Outcome.waiting("paused by the annotation " + PausedParents.ANNOTATION);
        } else if (!undo.isActive() && rollout.skips(parent.get(), causes)) {
            return Outcome.waiting(rollout.reason());
        }
        return next.reconcile(key, causes);
    }
}
