package io.hookline.testing.scenario.environment;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the writes of the watcher, so that a scenario can expect no writes. Events are not counted. Thread-safe.
 */
public final class CountingCluster extends ForwardingCluster {

    private final Map<String, LongAdder> inNamespaces = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> clusterScoped = new ConcurrentHashMap<>();

    /** Wraps a cluster. */
    public CountingCluster(Cluster next) {
        super(next);
    }

    /** The wrapped cluster, for writes that must not be counted. */
    public Cluster direct() {
        return next;
    }

    /** The number of writes to these objects. */
    public long writes(WriteScope scope) {
        return sum(inNamespaces, scope.namespace())
                + scope.resources().stream()
                        .mapToLong(resource -> sum(clusterScoped, resource))
                        .sum();
    }

    private static long sum(Map<String, LongAdder> counts, String key) {
        LongAdder count = counts.get(key);
        return count == null ? 0 : count.sum();
    }

    private void count(ApiResource resource, String namespace) {
        if (!resource.plural().equals("events")) {
            Map<String, LongAdder> counts = resource.namespaced() ? inNamespaces : clusterScoped;
            String key = resource.namespaced() ? namespace : resource.plural();
            counts.computeIfAbsent(key, _ -> new LongAdder()).increment();
        }
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        count(resource, object.namespace());
        return next.create(resource, object, options);
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        count(resource, object.namespace());
        return next.update(resource, object, options);
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        count(resource, key.namespace());
        return next.patch(resource, key, patch, options);
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        count(resource, key.namespace());
        return next.delete(resource, key, options);
    }
}
