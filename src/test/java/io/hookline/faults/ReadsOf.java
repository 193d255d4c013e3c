package io.hookline.faults;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cluster that notes its lists and watches in short, and may be too old for streaming lists. */
final class ReadsOf implements Cluster {

    private final Cluster next;
    private final boolean old;
    private final List<String> reads = new CopyOnWriteArrayList<>();

    ReadsOf(Cluster next, boolean old) {
        this.next = next;
        this.old = old;
    }

    /** {@code page}, {@code stream} or {@code watch}, in their order. */
    List<String> reads() {
        return List.copyOf(reads);
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        reads.add("page");
        return next.list(resource, options);
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        reads.add(options.sendInitialEvents() ? "stream" : "watch");
        if (old && options.sendInitialEvents()) {
            throw new ClusterException.Invalid("ListOptions is invalid: resourceVersionMatch: Forbidden:"
                    + " resourceVersionMatch is forbidden for watch");
        }
        return next.watch(resource, options);
    }

    @Override
    public Discovery discover() {
        return next.discover();
    }

    @Override
    public Discovery discover(String apiVersion) {
        return next.discover(apiVersion);
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        return next.get(resource, key);
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        return next.create(resource, object, options);
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        return next.update(resource, object, options);
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        return next.patch(resource, key, patch, options);
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        return next.delete(resource, key, options);
    }
}
