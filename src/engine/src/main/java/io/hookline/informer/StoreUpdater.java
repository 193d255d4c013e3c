package io.hookline.informer;

import io.hookline.object.Interner;
import io.hookline.object.KubeObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Applies lists and events of the API server to the store, and passes real changes to the handlers: store first,
 * handlers after. Lists and events may repeat: a state that is known already, or is older than the known one, changes
 * nothing.
 *
 * <p>Only the informer writes; any thread may read {@link #synced} and the store.
 */
final class StoreUpdater {

    private final IndexedStore store = new IndexedStore();
    private final HandlerRegistry handlers;
    private final Interner interner = new Interner();
    private final ResettableLatch synced = new ResettableLatch();
    private final UnaryOperator<KubeObject> transform;

    /** Whether a known version may stand for another state, until the next list is complete. */
    private boolean distrusted;

    /**
     * An empty cache.
     *
     * @param transform the form in which it keeps objects
     * @param clock for when changes arrive
     */
    StoreUpdater(UnaryOperator<KubeObject> transform, InstantSource clock) {
        this.transform = transform;
        this.handlers = new HandlerRegistry(store, clock);
    }

    ObjectStore store() {
        return store;
    }

    HandlerRegistry handlers() {
        return handlers;
    }

    /** Set once the first list is complete. */
    ResettableLatch synced() {
        return synced;
    }

    /** The server counts versions again from an earlier one: those of the cache do not say what is newer, nor what is the same. */
    void distrustVersions() {
        distrusted = true;
    }

    /** Adds one page of a list. Pages are added one by one, so that two whole lists are never in memory. */
    void listed(List<KubeObject> objects, ListRound round) {
        handlers.update(() -> putAll(objects, round));
    }

    /** Adds the last page of a list. Objects that are in no page of it were deleted. */
    void listedLast(List<KubeObject> objects, ListRound round) {
        handlers.update(() -> {
            List<CacheEvent> changes = putAll(objects, round);
            for (KubeObject known : store.all()) {
                if (!round.hasSeen(known.key())) {
                    store.remove(known.key());
                    changes.add(new CacheEvent.Deleted(known));
                }
            }
            return changes;
        });
        distrusted = false;
        synced.set();
    }

    private List<CacheEvent> putAll(List<KubeObject> objects, ListRound round) {
        List<CacheEvent> changes = new ArrayList<>();
        for (KubeObject object : objects) {
            round.add(object.key());
            KubeObject known = store.get(object.key()).orElse(null);
            if (known == null || !isSame(known, object)) {
                changes.addAll(put(object));
            }
        }
        return changes;
    }

    /**
     * Applies the creation or the change of an object.
     *
     * @param position all events up to this version were received; empty if that is not known
     */
    void changed(KubeObject object, String position) {
        handlers.update(() -> {
            KubeObject known = store.get(object.key()).orElse(null);
            boolean old = known == null
                    ? ResourceVersions.isNotAfter(
                            object.resourceVersion(), position) // received before, and deleted since
                    : isSame(known, object)
                            || ResourceVersions.isBefore(object.resourceVersion(), known.resourceVersion());
            return old ? List.of() : put(object);
        });
    }

    /** Applies the deletion of an object; {@code last} is its last state. */
    void deleted(KubeObject last) {
        handlers.update(() -> {
            KubeObject known = store.get(last.key()).orElse(null);
            boolean old = !distrusted
                    && known != null
                    && ResourceVersions.isBefore(last.resourceVersion(), known.resourceVersion());
            if (known == null || old) {
                return List.of();
            }
            store.remove(last.key());
            return List.of(new CacheEvent.Deleted(isReplaced(known, last) ? known : transform.apply(last)));
        });
    }

    private List<CacheEvent> put(KubeObject object) {
        KubeObject now = transform.apply(object).sharing(interner);
        KubeObject before = store.put(now);
        if (before == null) {
            return List.of(new CacheEvent.Added(now));
        }
        return isReplaced(before, now)
                ? List.of(new CacheEvent.Deleted(before), new CacheEvent.Added(now))
                : List.of(new CacheEvent.Updated(before, now));
    }

    /** Whether {@code now} is another object of the same name: the deletion of {@code before} was missed. */
    private static boolean isReplaced(KubeObject before, KubeObject now) {
        return !before.uid().equals(now.uid());
    }

    /**
     * Whether nothing has changed. The same version is not enough: after a change of its definition, a server reads an
     * object with other defaults.
     */
    private boolean isSame(KubeObject known, KubeObject object) {
        if (!known.resourceVersion().equals(object.resourceVersion()) || isReplaced(known, object)) {
            return false;
        }
        KubeObject now = transform.apply(object);
        return known.sameBytes(now) || known.tree().equals(now.tree()); // lists and events may have other orders
    }
}
