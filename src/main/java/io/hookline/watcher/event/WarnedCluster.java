package io.hookline.watcher.event;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.trace.Trace;
import java.util.Optional;

/** The cluster for one controller: reports the warnings about its writes, and counts them in the trace of the sync. */
public final class WarnedCluster extends ForwardingCluster {

    private final ApiWarnings warnings;

    /** Wraps the cluster of a controller. */
    public WarnedCluster(Cluster next, ApiWarnings warnings) {
        super(next);
        this.warnings = warnings;
    }

    private WriteOptions listening(WriteOptions options, ApiResource resource, ObjectKey key) {
        return options.warning(text -> warnings.warned(resource, key, text));
    }

    private static <T> T counted(T written, boolean dryRun) {
        Trace trace = Trace.current();
        if (trace != null && !dryRun) {
            trace.wrote();
        }
        return written;
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        return counted(next.create(resource, object, listening(options, resource, object.key())), options.dryRun());
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        return counted(next.update(resource, object, listening(options, resource, object.key())), options.dryRun());
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        return counted(next.patch(resource, key, patch, listening(options, resource, key)), options.dryRun());
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        return counted(next.delete(resource, key, options), options.dryRun());
    }
}
