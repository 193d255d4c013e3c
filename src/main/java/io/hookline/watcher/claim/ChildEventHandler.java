package io.hookline.watcher.claim;

import io.hookline.informer.ResourceEventHandler;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.state.ParentMemories;
import java.util.List;
import java.util.Optional;

/**
 * Turns changes of children into keys of their parents: the one that owns the child, or for an orphan all that might
 * adopt it.
 */
public final class ChildEventHandler implements ResourceEventHandler {

    /** What a controller takes for its parents' children. */
    public interface Claims {
        /** Whether an object that a parent controls can be its child in this controller's eyes. */
        boolean mayBeChild(KubeObject owned);

        /** The parents that would adopt an object without owner. */
        List<KubeObject> adopters(ParentKind kind, KubeObject orphan);
    }

    private final List<ParentKind> parents;
    private final Claims claims;
    private final WorkQueue<ParentKey> queue;
    private final ParentMemories memories;

    public ChildEventHandler(
            List<ParentKind> parents, Claims claims, WorkQueue<ParentKey> queue, ParentMemories memories) {
        this.parents = parents;
        this.claims = claims;
        this.queue = queue;
        this.memories = memories;
    }

    @Override
    public void added(KubeObject child) {
        enqueue(child, "appeared");
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        boolean released = !before.controllerUid().equals(now.controllerUid());
        if (released || (claims.mayBeChild(before) && !claims.mayBeChild(now))) {
            before.controllerOwner().ifPresent(owner -> enqueueOwner(before, owner, "was released"));
        }
        enqueue(now, "changed");
    }

    @Override
    public void deleted(KubeObject last) {
        last.controllerOwner().ifPresent(owner -> {
            owners(last, owner)
                    .forEach(parent -> memories.find(ParentKey.of(parent))
                            .ifPresent(memory -> memory.writes().deletedBySomebody(last)));
            // Whichever controller's child it was, its name is free now. A parent that was created anew under its
            // owner's name waits for just that.
            parents.stream()
                    .flatMap(kind -> kind.namesakeOf(last, owner).stream())
                    .forEach(parent -> enqueue(parent, last, "is gone"));
        });
    }

    private void enqueue(KubeObject child, String what) {
        Optional<OwnerReference> owner = child.controllerOwner();
        if (owner.isEmpty()) {
            enqueueAdopters(child);
        } else if (claims.mayBeChild(child)) {
            enqueueOwner(child, owner.get(), what);
        }
    }

    private void enqueueOwner(KubeObject child, OwnerReference owner, String what) {
        owners(child, owner).forEach(parent -> enqueue(parent, child, what));
    }

    private void enqueue(KubeObject parent, KubeObject child, String what) {
        queue.add(ParentKey.of(parent), Priority.CHANGE, child + " " + what);
    }

    private List<KubeObject> owners(KubeObject child, OwnerReference owner) {
        return parents.stream()
                .flatMap(kind -> kind.ownerOf(child, owner).stream())
                .toList();
    }

    private void enqueueAdopters(KubeObject orphan) {
        if (orphan.isBeingDeleted()) {
            return; // nobody adopts it any more
        }
        for (ParentKind kind : parents) {
            for (KubeObject parent : claims.adopters(kind, orphan)) {
                queue.add(ParentKey.of(parent), Priority.CHANGE, orphan + " has no owner");
            }
        }
    }
}
