package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.state.ParentMemories;
import io.hookline.watcher.state.ParentMemory;
import java.util.Optional;
import java.util.Set;

/**
 * Wraps a reconciler: drops the memory of a parent that was deleted while it was synced. Its deletion was reported before the
 * sync remembered the last of it, and nothing would ever drop that again. So it does of a parent that is not the controller's
 * any more, though it exists. Thread-safe.
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
    public Outcome reconcile(ParentKey key, Set<String> causes) throws InterruptedException {
        try {
            return next.reconcile(key, causes);
        } finally {
            Optional<String> known = memories.find(key).map(ParentMemory::uid);
            // Without a memory the sync may still have registered related objects after the memory was dropped. If
            // another
            // object has the name by now, that one was announced, and is synced once more.
            if (known.isEmpty() || !known.equals(current(key).map(KubeObject::uid))) {
                memories.forget(key);
            }
        }
    }

    private Optional<KubeObject> current(ParentKey key) {
        return parents.of(key)
                .flatMap(kind -> kind.subscription().store().get(key.key()).filter(kind::concerns));
    }
}
