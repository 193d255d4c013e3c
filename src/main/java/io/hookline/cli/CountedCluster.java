package io.hookline.cli;

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
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Counts the writes of the watcher, so that an example can state that nothing is written. Thread-safe. */
final class CountedCluster implements Cluster {

    private final Cluster next;
    private final LongAdder writes = new LongAdder();

    CountedCluster(Cluster next) {
        this.next = next;
    }

    /** The cluster behind, for those whose writes do not count. */
    Cluster direct() {
        return next;
    }

    /** Writes so far. */
    long writes() {
        return writes.sum();
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
        writes.increment();
        return next.create(resource, object, options);
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        writes.increment();
        return next.update(resource, object, options);
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        writes.increment();
        return next.patch(resource, key, patch, options);
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        writes.increment();
        return next.delete(resource, key, options);
    }
}
