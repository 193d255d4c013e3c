package io.hookline.local.store;

import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;

/** The objects of one resource and their latest changes. Guarded by the lock of {@link Storage}. */
public final class ResourceTable {

    /** The order of keys in etcd: {@code namespace/name} as one text. */
    private static final Comparator<ObjectKey> ORDER = ResourceTable::compare;

    private final String name;
    private final Condition changed;
    private final long since;
    private final EventLog log = new EventLog();
    private final NavigableMap<ObjectKey, Stored> objects = new TreeMap<>(ORDER);

    private boolean retired;

    ResourceTable(String name, Condition changed, long since) {
        this.name = name;
        this.changed = changed;
        this.since = since;
    }

    /**
     * An object and the uids of its owners.
     *
     * @param object the object as it is read
     * @param written the object as it was written; the same one unless the schema has changed it since
     * @param ownerUids the uids of its owners
     */
    public record Stored(KubeObject object, KubeObject written, List<String> ownerUids) {
        public Stored {
            ownerUids = List.copyOf(ownerUids);
        }

        /** Whether the object is read as it was written. */
        public boolean isReadAsWritten() {
            return object.sameBytes(written);
        }
    }

    public String name() {
        return name;
    }

    /** The revision from which on its changes are known. */
    long since() {
        return since;
    }

    /** Signalled after each change. */
    Condition changed() {
        return changed;
    }

    /** Whether the resource is no longer served: watches end when they have delivered all changes. */
    boolean isRetired() {
        return retired;
    }

    void retire() {
        retired = true;
        changed.signalAll();
    }

    EventLog log() {
        return log;
    }

    public NavigableMap<ObjectKey, Stored> objects() {
        return objects;
    }

    public Optional<Stored> find(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    /** The objects of a namespace, or all if {@code namespace} is empty, in order. */
    public List<KubeObject> inNamespace(String namespace) {
        return inNamespace(objects, namespace).values().stream()
                .map(Stored::object)
                .toList();
    }

    public static <V> NavigableMap<ObjectKey, V> inNamespace(NavigableMap<ObjectKey, V> all, String namespace) {
        return namespace.isEmpty()
                ? all
                : all.subMap(new ObjectKey(namespace, ""), true, new ObjectKey(namespace, "\uffff"), false);
    }

    private static int compare(ObjectKey a, ObjectKey b) {
        int namespaces = compareSegments(a.namespace(), b.namespace());
        return namespaces != 0 ? namespaces : a.name().compareTo(b.name());
    }

    /** A slash follows each segment: {@code a-b/x} comes before {@code a/x}. */
    private static int compareSegments(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            if (a.charAt(i) != b.charAt(i)) {
                return a.charAt(i) - b.charAt(i);
            }
        }
        char nextOfA = a.length() > length ? a.charAt(length) : '/';
        char nextOfB = b.length() > length ? b.charAt(length) : '/';
        return nextOfA - nextOfB;
    }
}
