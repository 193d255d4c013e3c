package io.hookline.testing;

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

/** A cluster that fails on every request. A fake overrides the requests that its test expects. */
public abstract class UnaskedCluster implements Cluster {

    @Override
    public Discovery discover() {
        throw new UnsupportedOperationException();
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        throw new UnsupportedOperationException();
    }
}
