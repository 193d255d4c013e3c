package io.hookline.testing.scenario.environment;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the writes of the watcher by namespace, so that a scenario can expect no writes. Events are not counted. Thread-safe.
 */
public final class CountingCluster implements Cluster {

    private final Cluster next;
    private final Map<String, LongAdder> writes = new ConcurrentHashMap<>();

    /** Wraps a cluster. */
    public CountingCluster(Cluster next) {
        this.next = next;
    }

    /** The wrapped cluster, for writes that must not be counted. */
    public Cluster direct() {
        return next;
    }

    /** The number of writes to objects of a namespace and to cluster-scoped objects. */
    public long writes(String namespace) {
        return in(namespace).sum() + (namespace.isEmpty() ? 0 : in("").sum());
    }

    /** The number of writes by namespace; the empty namespace stands for cluster-scoped objects. */
    public Map<String, Long> writes() {
        Map<String, Long> all = new TreeMap<>();
        writes.forEach((namespace, count) -> all.put(namespace, count.sum()));
        return all;
    }

    private LongAdder in(String namespace) {
        return writes.computeIfAbsent(namespace, _ -> new LongAdder());
    }

    private void count(ApiResource resource, String namespace) {
        if (!resource.plural().equals("events")) {
            in(namespace).increment();
        }
    }

    @Override
    public Discovery discover() {
        return next.discover();
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        return next.get(resource, key);
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        return next.list(resource, options);
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        return next.watch(resource, options);
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
