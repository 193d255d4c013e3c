package io.hookline.process.metrics;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.Optional;
import java.util.function.Supplier;

/** Counts the writes to a cluster by verb, resource and result. Dry runs do not count. */
final class CountedCluster extends ForwardingCluster {

    private final Counter writes;

    private CountedCluster(Cluster next, Counter writes) {
        super(next);
        this.writes = writes;
    }

    static CountedCluster of(Cluster cluster, MetricFamilies families) {
        return new CountedCluster(
                cluster,
                families.counter("hookline_writes_total", "Writes to the API server.", "verb", "resource", "result"));
    }

    private <T> T counted(String verb, ApiResource resource, boolean dryRun, Supplier<T> write) {
        String result = "error";
        try {
            T written = write.get();
            result = "ok";
            return written;
        } catch (ClusterException e) {
            result = result(e);
            throw e;
        } finally {
            if (!dryRun) {
                writes.labelValues(verb, resource.groupResource(), result).inc();
            }
        }
    }

    private static String result(ClusterException e) {
        return switch (e) {
            case ClusterException.Conflict _ -> "conflict";
            case ClusterException.AlreadyExists _ -> "already_exists";
            case ClusterException.NotFound _ -> "not_found";
            case ClusterException.Invalid _, ClusterException.BadRequest _, ClusterException.TooLarge _ -> "invalid";
            case ClusterException.Forbidden _, ClusterException.Unauthorized _ -> "denied";
            case ClusterException.TooManyRequests _ -> "throttled";
            case ClusterException.Unavailable _, ClusterException.Unreachable _, ClusterException.OutcomeUnknown _ ->
                "unavailable";
            default -> "error";
        };
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        return counted("create", resource, options.dryRun(), () -> next.create(resource, object, options));
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        return counted("update", resource, options.dryRun(), () -> next.update(resource, object, options));
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        String verb = patch.type() == Patch.Type.APPLY ? "apply" : "patch";
        return counted(verb, resource, options.dryRun(), () -> next.patch(resource, key, patch, options));
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        return counted("delete", resource, options.dryRun(), () -> next.delete(resource, key, options));
    }
}
