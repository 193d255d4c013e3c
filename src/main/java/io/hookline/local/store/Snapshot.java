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
 * The objects of a shelf as they were at a revision that its log still reaches back to: those of today, except where
 * something changed since. Costs what has changed, not what there is.
 */
final class Snapshot {

    private final NavigableMap<ObjectKey, Stored> today;

    /** What is not as it was: the object as it was, or empty if it was not there. */
    private final NavigableMap<ObjectKey, Optional<KubeObject>> then;

    Snapshot(ResourceTable shelf, long revision) {
        this.today = shelf.objects();
        this.then = new TreeMap<>(today.comparator());
        EventLog log = shelf.log();
        for (long position = log.after(revision); position < log.next(); position++) {
            StoreEvent change = log.get(position);
            KubeObject object = change.before() != null ? change.before() : change.after();
            if (object != null) {
                then.putIfAbsent(object.key(), Optional.ofNullable(change.before()));
            }
        }
    }

    /** The objects after a key in order, at most so many of them as {@code wanted} takes. */
    void after(ObjectKey start, String namespace, Visitor wanted) {
        Iterator<Map.Entry<ObjectKey, Stored>> live = ResourceTable.inNamespace(today, namespace)
                .tailMap(start, false)
                .entrySet()
                .iterator();
        List<Map.Entry<ObjectKey, Optional<KubeObject>>> old = new ArrayList<>(
                ResourceTable.inNamespace(then, namespace).tailMap(start, false).entrySet());
        int next = 0;
        boolean more = true;
        while (live.hasNext() && more) {
            Map.Entry<ObjectKey, Stored> entry = live.next();
            while (next < old.size()
                    && more
                    && today.comparator().compare(old.get(next).getKey(), entry.getKey()) < 0) {
                more = visit(old.get(next++).getValue(), wanted);
            }
            if (more && !then.containsKey(entry.getKey())) {
                more = wanted.visit(entry.getValue().object());
            }
        }
        while (next < old.size() && more) {
            more = visit(old.get(next++).getValue(), wanted);
        }
    }

    private static boolean visit(Optional<KubeObject> object, Visitor wanted) {
        return object.isEmpty() || wanted.visit(object.get());
    }

    /** Takes objects until it has enough. */
    @FunctionalInterface
    interface Visitor {
        boolean visit(KubeObject object);
    }
}
