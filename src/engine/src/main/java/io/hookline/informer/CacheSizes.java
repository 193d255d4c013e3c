package io.hookline.informer;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The sizes of caches by resource, for metrics: several informers of one resource count together. Not thread-safe. */
public final class CacheSizes {

    private final Map<String, Size> byResource = new LinkedHashMap<>();

    /**
     * The caches of one resource.
     *
     * @param resource such as {@code deployments.apps}
     * @param bytes the sum of the sizes of the objects' JSON
     */
    public record Size(String resource, int objects, long bytes) {

        Size and(Size other) {
            return new Size(resource, objects + other.objects, bytes + other.bytes);
        }
    }

    void add(InformerKey scope, ObjectStore store) {
        Size own = new Size(scope.groupResource(), store.size(), store.bytes());
        byResource.merge(own.resource(), own, Size::and);
    }

    /** One size for each resource. */
    public Collection<Size> all() {
        return byResource.values();
    }
}
