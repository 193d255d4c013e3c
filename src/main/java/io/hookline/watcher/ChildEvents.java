package io.hookline.watcher;

import io.hookline.informer.ChangeHandler;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import java.util.List;
import java.util.Optional;

/**
 * Turns changes of children into keys of their parents: the one that owns the child, or for an orphan all that might
 * adopt it.
 */
final class ChildEvents implements ChangeHandler {

    /** Finds the parents that might adopt an object without owner. */
    @FunctionalInterface
    interface Adopters {
        List<KubeObject> of(ParentKind kind, KubeObject orphan);
    }

    private final List<ParentKind> parents;
    private final Adopters adopters;
    private final WorkQueue<ParentKey> queue;

    ChildEvents(List<ParentKind> parents, Adopters adopters, WorkQueue<ParentKey> queue) {
        this.parents = parents;
        this.adopters = adopters;
        this.queue = queue;
    }

    @Override
    public void added(KubeObject child) {
        if (child.isBeingDeleted()) {
            deleted(child);
        } else {
            enqueue(child, "appeared");
        }
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        if (!before.controllerUid().equals(now.controllerUid())) {
            before.controllerOwner().ifPresent(owner -> enqueueOwner(before, owner, "was released"));
        }
        enqueue(now, "changed");
    }

    @Override
    public void deleted(KubeObject last) {
        last.controllerOwner().ifPresent(owner -> enqueueOwner(last, owner, "is gone"));
    }

    private void enqueue(KubeObject child, String what) {
        Optional<OwnerReference> owner = child.controllerOwner();
        if (owner.isPresent()) {
            enqueueOwner(child, owner.get(), what);
        } else {
            enqueueAdopters(child);
        }
    }

    private void enqueueOwner(KubeObject child, OwnerReference owner, String what) {
        for (ParentKind kind : parents) {
            kind.ownerOf(child, owner)
                    .ifPresent(parent -> queue.add(ParentKey.of(parent), Priority.CHANGE, child + " " + what));
        }
    }

    private void enqueueAdopters(KubeObject orphan) {
        for (ParentKind kind : parents) {
            for (KubeObject parent : adopters.of(kind, orphan)) {
                queue.add(ParentKey.of(parent), Priority.CHANGE, orphan + " has no owner");
            }
        }
    }
}
