package io.hookline.hook.protocol;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Objects by kind. A declared kind is present even without objects, because hooks read it without a check.
 *
 * @param byKind sorted by group, version, kind
 */
public record ObjectGroups(SortedMap<GroupVersionKind, List<KubeObject>> byKind) {

    /** No kinds, no objects. */
    public static final ObjectGroups NONE = new ObjectGroups(new TreeMap<>());

    public ObjectGroups {
        SortedMap<GroupVersionKind, List<KubeObject>> copy = new TreeMap<>();
        byKind.forEach((kind, objects) -> copy.put(kind, List.copyOf(objects)));
        byKind = Collections.unmodifiableSortedMap(copy);
    }

    /** Sorts the kinds of any map. */
    public static ObjectGroups of(Map<GroupVersionKind, List<KubeObject>> byKind) {
        return new ObjectGroups(new TreeMap<>(byKind));
    }

    /** The objects of one kind; empty if it has none. */
    public List<KubeObject> of(GroupVersionKind kind) {
        return byKind.getOrDefault(kind, List.of());
    }

    /** All objects, by kind. */
    public List<KubeObject> all() {
        return byKind.values().stream().flatMap(List::stream).toList();
    }
}
