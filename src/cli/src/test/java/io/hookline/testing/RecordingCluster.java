package io.hookline.testing;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes every request on and remembers it: {@code create configmaps default/x}, {@code patch hellos/status default/x},
 * {@code apply pods default/x}, {@code try update pods default/x} for a dry run.
 */
public final class RecordingCluster extends ForwardingCluster {

    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** In front of a cluster. */
    public RecordingCluster(Cluster next) {
        super(next);
    }

    /**
     * All recorded requests except discovery, lists and watches, which belong to the caches, and writes to the status of
     * controllers, which come some time after the changes that they report.
     */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Adds a line of the test to the requests, such as a hook call. */
    public void note(String line) {
        requests.add(line);
    }

    /** Clears the recorded requests. */
    public void forget() {
        requests.clear();
    }

    private void note(String verb, ApiResource resource, String subresource, ObjectKey key) {
        if (!resource.plural().equals("events") && !isStatusOfController(resource, subresource)) {
            requests.add(verb + " " + resource.plural() + (subresource.isEmpty() ? "" : "/" + subresource) + " " + key);
        }
    }

    private static boolean isStatusOfController(ApiResource resource, String subresource) {
        return subresource.equals("status") && resource.group().equals("metacontroller.k8s.io");
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        note("get", resource, "", key);
        return next.get(resource, key);
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        note(options.dryRun() ? "try create" : "create", resource, options.subresource(), object.key());
        return next.create(resource, object, options);
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        note(options.dryRun() ? "try update" : "update", resource, options.subresource(), object.key());
        return next.update(resource, object, options);
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        String verb = patch.type() == Patch.Type.APPLY ? "apply" : "patch";
        note(options.dryRun() ? "try " + verb : verb, resource, options.subresource(), key);
        return next.patch(resource, key, patch, options);
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        note("delete", resource, "", key);
        return next.delete(resource, key, options);
    }
}
