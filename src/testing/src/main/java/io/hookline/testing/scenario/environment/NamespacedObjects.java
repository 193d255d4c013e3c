package io.hookline.testing.scenario.environment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.RemovedApis;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import java.util.List;
import java.util.Optional;

/**
 * Finds and changes the objects that steps name, in one namespace. Cluster-scoped objects ignore the namespace.
 * Failures are ClusterExceptions.
 */
public final class NamespacedObjects {

    /** The field manager of all writes. */
    public static final String MANAGER = "hookline-examples";

    private final ScenarioEnvironment environment;
    private final String namespace;

    /** Creates the access to one namespace. */
    public NamespacedObjects(ScenarioEnvironment environment, String namespace) {
        this.environment = environment;
        this.namespace = namespace;
    }

    private ApiResource resource(String kind) {
        return environment
                .resource(kind)
                .orElseThrow(() -> notServed("'" + kind + "'" + environment.suggestionFor(kind)));
    }

    /** The resource of an object. It must be served. */
    public ApiResource resource(KubeObject object) {
        return environment
                .resource(object.gvk())
                .orElseThrow(() -> notServed(object.gvk()
                        + RemovedApis.table()
                                .find(object.gvk())
                                .map(removed -> ": " + removed.help())
                                .orElseGet(() -> environment.suggestionFor(object.gvk()))));
    }

    private static ClusterException notServed(String kind) {
        return new ClusterException.NotFound("the API server does not serve kind " + kind);
    }

    private ObjectKey key(ApiResource resource, String name) {
        return new ObjectKey(resource.namespaced() ? namespace : "", name);
    }

    /** An object that must exist. */
    public KubeObject get(ObjectRef target) {
        ApiResource resource = resource(target.kind());
        return environment.cluster().get(resource, key(resource, target.name()));
    }

    /** An object that may be missing. Its kind must be served. */
    public Optional<KubeObject> find(ObjectRef target) {
        ApiResource resource = resource(target.kind());
        try {
            return Optional.of(environment.cluster().get(resource, key(resource, target.name())));
        } catch (ClusterException.NotFound e) {
            return Optional.empty();
        }
    }

    /** All objects of a kind with these labels; if the kind is namespaced, only those in this namespace. */
    public List<KubeObject> list(String kind, LabelSelector labels) {
        ApiResource resource = resource(kind);
        String in = resource.namespaced() ? namespace : "";
        return environment
                .cluster()
                .list(resource, ListOptions.ALL.inNamespace(in).matching(labels))
                .items();
    }

    /** Sends a merge patch and returns the changed object. */
    public KubeObject patch(ObjectRef target, MergePatch patch) {
        ApiResource resource = resource(target.kind());
        ObjectNode body = patch.body();
        if (patch.status()) {
            body = Json.NODES.objectNode();
            body.set("status", patch.body());
        }
        WriteOptions options = patch.status() && resource.hasStatus() ? WriteOptions.STATUS : WriteOptions.PLAIN;
        return environment
                .cluster()
                .patch(resource, key(resource, target.name()), Patch.merge(GoJson.text(body)), options.by(MANAGER));
    }

    /**
     * Requests the deletion without waiting for its end.
     *
     * @param uid the uid that the object must have; empty for any object with the name
     */
    public void delete(ObjectRef target, String uid, Propagation propagation) {
        ApiResource resource = resource(target.kind());
        DeleteOptions options = new DeleteOptions(uid, "", propagation, -1, false);
        environment.cluster().delete(resource, key(resource, target.name()), options);
    }
}
