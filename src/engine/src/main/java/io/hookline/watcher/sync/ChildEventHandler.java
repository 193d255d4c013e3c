package io.hookline.watcher.sync;

import io.hookline.informer.ResourceEventHandler;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.trace.Cause;
import io.hookline.trace.Cause.What;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import java.util.List;
import java.util.Optional;

/**
 * Adds parents to the queue when a child changes. This is the parent that controls the child, or for an orphan all parents
 * that may adopt it.
 */
final class ChildEventHandler implements ResourceEventHandler {

    /** Decides which objects can be children of this controller's parents. */
    interface Claims {
        /** Whether an object that a parent controls can be its child for this controller. */
        boolean mayBeChild(KubeObject owned);

        /** The parents that would adopt an object without controller owner. */
        List<KubeObject> adopters(ParentKind kind, KubeObject orphan);
    }

    private final List<ParentKind> parents;
    private final Claims claims;
    private final WorkQueue<ParentKey> queue;
    private final ParentMemories memories;
    private final AwaitedNames awaited;

    ChildEventHandler(
            List<ParentKind> parents,
            Claims claims,
            WorkQueue<ParentKey> queue,
            ParentMemories memories,
            AwaitedNames awaited) {
        this.parents = parents;
        this.claims = claims;
        this.queue = queue;
        this.memories = memories;
        this.awaited = awaited;
    }

    @Override
    public void added(KubeObject child) {
        enqueue(child, What.CREATED);
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        boolean released = !before.controllerUid().equals(now.controllerUid());
        if (released || (claims.mayBeChild(before) && !claims.mayBeChild(now))) {
            before.controllerOwner().ifPresent(owner -> enqueueOwner(before, owner, What.RELEASED));
        }
        if (released) {
            nameFreed(before, What.RELEASED);
        }
        enqueue(now, now.isBeingDeleted() ? What.DELETING : What.CHANGED);
    }

    @Override
    public void deleted(KubeObject last) {
        nameFreed(last, What.DELETED);
        last.controllerOwner().ifPresent(owner -> {
            owners(last, owner)
                    .forEach(parent -> memories.find(ParentKey.of(parent))
                            .ifPresent(memory -> memory.writes().deletionSeen(last)));
            // The name is free now, also if the object was the child of another controller. A parent that was deleted
            // and created again waits until the names of the first one's children are free.
            parents.stream()
                    .flatMap(kind -> kind.namesakeOf(last, owner).stream())
                    .forEach(parent -> enqueue(parent, last, What.DELETED));
        });
    }

    /** An object whose name a child needs has another owner now, or none, or is gone. */
    private void nameFreed(KubeObject object, What what) {
        awaited.freed(object).forEach(parent -> queue.add(parent, Priority.CHANGE, Cause.of("", object, what)));
    }

    private void enqueue(KubeObject child, What what) {
        Optional<OwnerReference> owner = child.controllerOwner();
        if (owner.isEmpty()) {
            enqueueAdopters(child);
        } else if (claims.mayBeChild(child)) {
            enqueueOwner(child, owner.get(), what);
        }
    }

    private void enqueueOwner(KubeObject child, OwnerReference owner, What what) {
        owners(child, owner).forEach(parent -> enqueue(parent, child, what));
    }

    private void enqueue(KubeObject parent, KubeObject child, What what) {
        queue.add(ParentKey.of(parent), Priority.CHANGE, Cause.of("", child, what));
    }

    private List<KubeObject> owners(KubeObject child, OwnerReference owner) {
        return parents.stream()
                .flatMap(kind -> kind.ownerOf(child, owner).stream())
                .toList();
    }

    private void enqueueAdopters(KubeObject orphan) {
        if (orphan.isBeingDeleted()) {
            return; // an object that is being deleted is not adopted
        }
        for (ParentKind kind : parents) {
            for (KubeObject parent : claims.adopters(kind, orphan)) {
                queue.add(ParentKey.of(parent), Priority.CHANGE, Cause.of("", orphan, What.UNOWNED));
            }
        }
    }
}
