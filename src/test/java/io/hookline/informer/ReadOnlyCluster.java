package io.hookline.informer;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Optional;

/** A cluster that only lists and watches: nobody asks an informer's server for more. */
abstract class ReadOnlyCluster implements Cluster {

    @Override
    public Discovery discover() {
        throw new UnsupportedOperationException();
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
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
