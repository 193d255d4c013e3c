package io.hookline.apply;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Children by kind and key, in the order in which they are written.
 *
 * @param byKind sorted by group, version and kind; then by namespace and name
 */
public record Children(SortedMap<GroupVersionKind, SortedMap<ObjectKey, KubeObject>> byKind) {

    /** No children. */
    public static final Children NONE = new Children(new TreeMap<>());

    public Children {
        SortedMap<GroupVersionKind, SortedMap<ObjectKey, KubeObject>> copy = new TreeMap<>();
        byKind.forEach((kind, objects) -> copy.put(kind, Collections.unmodifiableSortedMap(new TreeMap<>(objects))));
        byKind = Collections.unmodifiableSortedMap(copy);
    }

    /** Objects by their own keys. Of several with one key the last counts. */
    public static Children of(Iterable<KubeObject> objects) {
        return of(objects, KubeObject::key);
    }

    /** Objects by the keys that they will have, such as with the parent's namespace. Of several the last counts. */
    public static Children of(Iterable<KubeObject> objects, Function<KubeObject, ObjectKey> keys) {
        SortedMap<GroupVersionKind, SortedMap<ObjectKey, KubeObject>> byKind = new TreeMap<>();
        for (KubeObject object : objects) {
            byKind.computeIfAbsent(object.gvk(), kind -> new TreeMap<>()).put(keys.apply(object), object);
        }
        return new Children(byKind);
    }

    /** One child. */
    public Optional<KubeObject> find(GroupVersionKind kind, ObjectKey key) {
        SortedMap<ObjectKey, KubeObject> objects = byKind.get(kind);
        return objects == null ? Optional.empty() : Optional.ofNullable(objects.get(key));
    }

    /** How many there are. */
    public int size() {
        return byKind.values().stream().mapToInt(Map::size).sum();
    }

    /** Whether there is a child of that key and kind in whatever version. */
    boolean hasInAnyVersion(GroupVersionKind kind, ObjectKey key) {
        return byKind.entrySet().stream()
                .anyMatch(objects ->
                        objects.getKey().sameKind(kind) && objects.getValue().containsKey(key));
    }
}
