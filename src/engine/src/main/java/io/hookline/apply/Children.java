package io.hookline.apply;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Children by kind and key, in the order of their writes.
 *
 * @param byKind sorted by group, version and kind; then by namespace and name
 */
public record Children(SortedMap<GroupVersionKind, SortedMap<ObjectKey, Child>> byKind) {

    /** No children. */
    public static final Children NONE = new Children(new TreeMap<>());

    public Children {
        SortedMap<GroupVersionKind, SortedMap<ObjectKey, Child>> copy = new TreeMap<>();
        byKind.forEach((kind, children) -> copy.put(kind, Collections.unmodifiableSortedMap(new TreeMap<>(children))));
        byKind = Collections.unmodifiableSortedMap(copy);
    }

    /** Sorts children. If several have the same kind and key, the last one counts. */
    public static Children of(Iterable<Child> children) {
        SortedMap<GroupVersionKind, SortedMap<ObjectKey, Child>> byKind = new TreeMap<>();
        for (Child child : children) {
            byKind.computeIfAbsent(child.kind(), _ -> new TreeMap<>()).put(child.key(), child);
        }
        return new Children(byKind);
    }

    /** Finds a child. */
    public Optional<Child> find(GroupVersionKind kind, ObjectKey key) {
        SortedMap<ObjectKey, Child> children = byKind.get(kind);
        return children == null ? Optional.empty() : Optional.ofNullable(children.get(key));
    }

    /** Finds a child in any version of its kind. */
    public Optional<Child> find(ChildId id) {
        return byKind.entrySet().stream()
                .filter(children -> id.isOfKind(children.getKey()))
                .flatMap(children -> Optional.ofNullable(children.getValue().get(id.key())).stream())
                .findFirst();
    }

    /** All children, in the order of their writes. */
    public List<Child> all() {
        return byKind.values().stream()
                .flatMap(children -> children.values().stream())
                .toList();
    }

    /** The number of children. */
    public int size() {
        return byKind.values().stream().mapToInt(Map::size).sum();
    }

    /** Whether there is a child with this key and kind, in any version of the kind. */
    boolean hasInAnyVersion(GroupVersionKind kind, ObjectKey key) {
        return byKind.entrySet().stream()
                .anyMatch(children ->
                        children.getKey().sameKind(kind) && children.getValue().containsKey(key));
    }
}
