package io.hookline.informer;

import io.hookline.object.KubeObject;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Objects under a text that several may have in common; the very instances, not their equals. Not thread-safe. */
final class Buckets {

    /** In their order, since that of an identity hash is another one in each process. */
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

    /** What is under one key; to be read before anything changes. */
    Stream<KubeObject> stream(String key) {
        return objects.getOrDefault(key, Set.of()).stream();
    }

    /** Everything; to be read before anything changes. */
    Stream<KubeObject> stream() {
        return objects.values().stream().flatMap(Set::stream);
    }
}
