package io.hookline.cluster;

import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Optional;

/** Passes all requests on to another cluster. Subclasses override those that they count, record, change or refuse. */
public abstract class ForwardingCluster implements Cluster {

    /** The cluster behind this one. */
    protected final Cluster next;

    /** Passes requests on to this cluster. */
    protected ForwardingCluster(Cluster next) {
        this.next = next;
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
    public ObjectList list(ApiResource resource, ListOptions options) {
        return next.list(resource, options);
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        return next.watch(resource, options);
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
