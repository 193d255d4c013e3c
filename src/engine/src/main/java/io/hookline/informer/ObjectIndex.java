package io.hookline.informer;

import io.hookline.object.KubeObject;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Objects by a text that several objects may share; compared by identity, not by equality. Not thread-safe. */
final class ObjectIndex {

    /** In insertion order: the order of identity hash codes differs in each process. */
    private final Map<String, Set<KubeObject>> objects = new HashMap<>();

    void add(String key, KubeObject object) {
        objects.computeIfAbsent(key, _ -> new LinkedHashSet<>(2)).add(object);
    }

    void remove(String key, KubeObject object) {
        objects.computeIfPresent(key, (_, bucket) -> {
            bucket.remove(object);
            return bucket.isEmpty() ? null : bucket;
        });
    }

    List<KubeObject> get(String key) {
        return List.copyOf(objects.getOrDefault(key, Set.of()));
    }

    boolean isEmpty() {
        return objects.isEmpty();
    }

    /** The objects of one key; must be read before the next change. */
    Stream<KubeObject> stream(String key) {
        return objects.getOrDefault(key, Set.of()).stream();
    }

    /** All objects; must be read before the next change. */
    Stream<KubeObject> stream() {
        return objects.values().stream().flatMap(Set::stream);
    }
}
