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
    private final Audience audience = new Audience(store);
    private final Interner interner = new Interner();
    private final Awaited synced = new Awaited();

    ObjectStore store() {
        return store;
    }

    Audience audience() {
        return audience;
    }

    /** Here once the first list is complete. */
    Awaited synced() {
        return synced;
    }

    /** A part of a round: the server's present objects. A page at a time, so that two whole lists are never in memory. */
    void listed(List<KubeObject> objects, Round round) {
        audience.tell(() -> putAll(objects, round));
    }

    /** The last part of a round: what was not seen in it is gone. */
    void listedLast(List<KubeObject> objects, Round round) {
        audience.tell(() -> {
            List<Change> changes = putAll(objects, round);
            for (KubeObject known : store.all()) {
                if (!round.hasSeen(known.key())) {
                    store.remove(known.key());
                    changes.add(new Change.Deleted(known));
                }
            }
            return changes;
        });
        synced.come();
    }

    private List<Change> putAll(List<KubeObject> objects, Round round) {
        List<Change> changes = new ArrayList<>();
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
                    ? Versions.isNotAfter(object.resourceVersion(), position) // told before, and gone since
                    : isSame(known, object) || Versions.isBefore(object.resourceVersion(), known.resourceVersion());
            return old ? List.of() : put(object);
        });
    }

    /** An object is gone, in its last state. */
    void deleted(KubeObject last) {
        audience.tell(() -> {
            KubeObject known = store.get(last.key()).orElse(null);
            if (known == null || Versions.isBefore(last.resourceVersion(), known.resourceVersion())) {
                return List.of();
            }
            store.remove(last.key());
            return List.of(new Change.Deleted(isReplaced(known, last) ? known : last));
        });
    }

    private List<Change> put(KubeObject object) {
        KubeObject now = object.sharing(interner);
        KubeObject before = store.put(now);
        if (before == null) {
            return List.of(new Change.Added(now));
        }
        return isReplaced(before, now)
                ? List.of(new Change.Deleted(before), new Change.Added(now))
                : List.of(new Change.Updated(before, now));
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
