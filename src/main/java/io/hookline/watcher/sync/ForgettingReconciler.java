package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.trace.Causes;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.state.ParentMemories;
import io.hookline.watcher.state.ParentMemory;
import java.util.Optional;

/**
 * Wraps a reconciler and drops the memory of a parent that was deleted during its sync. The deletion event came before the
 * sync wrote to the memory, and no later event would drop it. A parent that exists, but that the controller no longer selects,
 * is forgotten in the same way. Thread-safe.
 */
public final class ForgettingReconciler implements Reconciler<ParentKey> {

    private final ParentKinds parents;
    private final ParentMemories memories;
    private final Reconciler<ParentKey> next;

    public ForgettingReconciler(ParentKinds parents, ParentMemories memories, Reconciler<ParentKey> next) {
        this.parents = parents;
        this.memories = memories;
        this.next = next;
    }

    @Override
    public Outcome reconcile(ParentKey key, Causes causes) throws InterruptedException {
        try {
            return next.reconcile(key, causes);
        } finally {
            Optional<String> known = memories.find(key).map(ParentMemory::uid);
            // A sync may register related objects after its memory was dropped. If another object has the
            // parent's name by now, the event for its creation has queued another sync.
            if (known.isEmpty() || !known.equals(parents.find(key).map(KubeObject::uid))) {
                memories.forget(key);
            }
        }
    }
}
