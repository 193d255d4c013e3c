package io.hookline.local.store;

import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The objects of a table at an earlier revision that its log still covers. It is built from the current objects and the
 * changes since; its cost grows with the changes, not with the objects.
 */
final class Snapshot {

    private final NavigableMap<ObjectKey, Stored> current;

    /** The objects that changed since, in their earlier state; empty if the object did not exist. */
    private final NavigableMap<ObjectKey, Optional<KubeObject>> earlier;

    Snapshot(ResourceTable table, long revision) {
        this.current = table.objects();
        this.earlier = new TreeMap<>(current.comparator());
        EventLog log = table.log();
        for (long position = log.after(revision); position < log.next(); position++) {
            StoreEvent change = log.get(position);
            KubeObject object = change.before() != null ? change.before() : change.after();
            if (object != null) {
                earlier.putIfAbsent(object.key(), Optional.ofNullable(change.before()));
            }
        }
    }

    /** Visits the objects after a key in order, until {@code visitor} returns false. */
    void after(ObjectKey start, String namespace, Visitor visitor) {
        Iterator<Map.Entry<ObjectKey, Stored>> live = ResourceTable.inNamespace(current, namespace)
                .tailMap(start, false)
                .entrySet()
                .iterator();
        List<Map.Entry<ObjectKey, Optional<KubeObject>>> old =
                new ArrayList<>(ResourceTable.inNamespace(earlier, namespace)
                        .tailMap(start, false)
                        .entrySet());
        int next = 0;
        boolean more = true;
        while (live.hasNext() && more) {
            Map.Entry<ObjectKey, Stored> entry = live.next();
            while (next < old.size()
                    && more
                    && current.comparator().compare(old.get(next).getKey(), entry.getKey()) < 0) {
                more = visit(old.get(next++).getValue(), visitor);
            }
            if (more && !earlier.containsKey(entry.getKey())) {
                more = visitor.visit(entry.getValue().object());
            }
        }
        while (next < old.size() && more) {
            more = visit(old.get(next++).getValue(), visitor);
        }
    }

    private static boolean visit(Optional<KubeObject> object, Visitor visitor) {
        return object.isEmpty() || visitor.visit(object.get());
    }

    /** Returns whether it wants further objects. */
    @FunctionalInterface
    interface Visitor {
        boolean visit(KubeObject object);
    }
}
