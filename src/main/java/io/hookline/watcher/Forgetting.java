package io.hookline.watcher;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Forgets what was remembered of a parent that went while it was synced: its deletion was told before the sync remembered
 * the last of it, and nobody would ever ask for that again. So it does of one that is not the controller's any more, though
 * it is there. Thread-safe.
 */
final class Forgetting implements Reconciler<ParentKey> {

    private final ParentKinds parents;
    private final Reconciler<ParentKey> next;
    private final Consumer<KubeObject> gone;
    private final Consumer<ParentKey> vacant;

    /**
     * Around a reconciler.
     *
     * @param gone is told of each parent that is gone
     * @param vacant is told of each key that has no parent
     */
    Forgetting(ParentKinds parents, Reconciler<ParentKey> next, Consumer<KubeObject> gone, Consumer<ParentKey> vacant) {
        this.parents = parents;
        this.next = next;
        this.gone = gone;
        this.vacant = vacant;
    }

    @Override
    public Outcome reconcile(ParentKey key, Set<String> causes) throws InterruptedException {
        Optional<KubeObject> before = cached(key);
        try {
            return next.reconcile(key, causes);
        } finally {
            Optional<KubeObject> now =
                    cached(key).filter(parent -> kind(key).orElseThrow().concerns(parent));
            // If another one has its name by now, that one was announced, and is synced once more.
            before.filter(parent -> !now.map(KubeObject::uid).equals(Optional.of(parent.uid())))
                    .ifPresent(gone);
            if (now.isEmpty()) {
                vacant.accept(key);
            }
        }
    }

    private Optional<ParentKind> kind(ParentKey key) {
        return parents.of(key);
    }

    private Optional<KubeObject> cached(ParentKey key) {
        return kind(key).flatMap(kind -> kind.subscription().store().get(key.key()));
    }
}
