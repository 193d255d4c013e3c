package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerSpec.DeletionPolicy;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.model.ParentKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether a controller undoes what it made, since its object is being deleted, and for which parents it has done so.
 * Thread-safe.
 */
public final class Undo {

    private final Set<ParentKey> done = ConcurrentHashMap.newKeySet();
    private volatile boolean active;

    /** Whether a controller's object is being deleted, and waits until what it made is undone. */
    public static boolean isDue(KubeObject controller) {
        return controller.isBeingDeleted()
                && controller.hasFinalizer(WellKnown.UNDO_FINALIZER)
                && DeletionPolicy.of(controller) == DeletionPolicy.UNDO;
    }

    /** From now on, every sync undoes; returns false if that was so before. */
    public synchronized boolean begin() {
        boolean first = !active;
        active = true;
        return first;
    }

    /** Whether syncs undo. One that has begun before that ends as it began, and is followed by another. */
    public boolean isActive() {
        return active;
    }

    /** Records that nothing is left to undo for a parent. */
    void done(ParentKey parent) {
        done.add(parent);
    }

    /** Whether nothing is left to undo for a parent. */
    public boolean isDone(ParentKey parent) {
        return done.contains(parent);
    }
}
