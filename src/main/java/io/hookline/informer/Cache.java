package io.hookline.informer;

import io.hookline.object.Interner;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings what the server tells into the store, and what really changed to the handlers: store first, handlers after.
 * Lists and events are taken as they come, repeated ones included; what is known already, or was overtaken, changes
 * nothing.
 *
 * <p>Written by the informer alone; {@link #synced} and the store may be read by anybody.
 */
final class Cache {

    private final IndexedStore store = new IndexedStore();
    private final HandlerRegistry audience = new HandlerRegistry(store);
    private final Interner interner = new Interner();
    private final ResettableLatch synced = new ResettableLatch();

    ObjectStore store() {
        return store;
    }

    HandlerRegistry audience() {
        return audience;
    }

    /** Here once the first list is complete. */
    ResettableLatch synced() {
        return synced;
    }

    /** A part of a round: the server's present objects. A page at a time, so that two whole lists are never in memory. */
    void listed(List<KubeObject> objects, ListRound round) {
        audience.tell(() -> putAll(objects, round));
    }

    /** The last part of a round: what was not seen in it is gone. */
    void listedLast(List<KubeObject> objects, ListRound round) {
        audience.tell(() -> {
            List<CacheEvent> changes = putAll(objects, round);
            for (KubeObject known : store.all()) {
                if (!round.hasSeen(known.key())) {
                    store.remove(known.key());
                    changes.add(new CacheEvent.Deleted(known));
                }
            }
            return changes;
        });
        synced.come();
    }

    private List<CacheEvent> putAll(List<KubeObject> objects, ListRound round) {
        List<CacheEvent> changes = new ArrayList<>();
        for (KubeObject object : objects) {
            round.saw(object.key());
            KubeObject known = store.get(object.key()).orElse(null);
            if (known == null || !isSame(known, object)) {
                changes.addAll(put(object));
            }
        }
        return changes;
    }

    /**
     * An object appeared or changed.
     *
     * @param position up to which version the events before it have come; empty if that is not known
     */
    void changed(KubeObject object, String position) {
        audience.tell(() -> {
            KubeObject known = store.get(object.key()).orElse(null);
            boolean old = known == null
                    ? ResourceVersions.isNotAfter(object.resourceVersion(), position) // told before, and gone since
                    : isSame(known, object)
                            || ResourceVersions.isBefore(object.resourceVersion(), known.resourceVersion());
            return old ? List.of() : put(object);
        });
    }

    /** An object is gone, in its last state. */
    void deleted(KubeObject last) {
        audience.tell(() -> {
            KubeObject known = store.get(last.key()).orElse(null);
            if (known == null || ResourceVersions.isBefore(last.resourceVersion(), known.resourceVersion())) {
                return List.of();
            }
            store.remove(last.key());
            return List.of(new CacheEvent.Deleted(isReplaced(known, last) ? known : last));
        });
    }

    private List<CacheEvent> put(KubeObject object) {
        KubeObject now = object.sharing(interner);
        KubeObject before = store.put(now);
        if (before == null) {
            return List.of(new CacheEvent.Added(now));
        }
        return isReplaced(before, now)
                ? List.of(new CacheEvent.Deleted(before), new CacheEvent.Added(now))
                : List.of(new CacheEvent.Updated(before, now));
    }

    /** Whether the second is another object under the first one's name: its deletion was missed. */
    private static boolean isReplaced(KubeObject before, KubeObject now) {
        return !before.uid().equals(now.uid());
    }

    private static boolean isSame(KubeObject a, KubeObject b) {
        return a.resourceVersion().isEmpty()
                ? a.sameBytes(b)
                : a.resourceVersion().equals(b.resourceVersion()) && !isReplaced(a, b);
    }
}
