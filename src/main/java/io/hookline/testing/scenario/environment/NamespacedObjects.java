package io.hookline.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.Optional;

/** Finds and changes objects by the names that users give them, in one namespace. Failures are ClusterExceptions. */
final class StepObjects {

    /** Who writes, in managedFields. */
    static final String MANAGER = "hookline-examples";

    private final ExampleWorld world;
    private final String namespace;

    /** For a namespace, which cluster-scoped objects ignore. */
    StepObjects(ExampleWorld world, String namespace) {
        this.world = world;
        this.namespace = namespace;
    }

    ExampleWorld world() {
        return world;
    }

    String namespace() {
        return namespace;
    }

    /** The resource of a kind that must be served. */
    ApiResource resource(String kind) {
        return world.resource(kind).orElseThrow(() -> noKind("'" + kind + "'"));
    }

    /** The resource of an object that must be served. */
    ApiResource resource(KubeObject object) {
        return world.resource(object.gvk())
                .orElseThrow(() -> noKind(object.gvk().toString()));
    }

    private static ClusterException noKind(String kind) {
        return new ClusterException.NotFound("the server has no kind " + kind);
    }

    /** Where an object of this name is. */
    ObjectKey key(ApiResource resource, String name) {
        return new ObjectKey(resource.namespaced() ? namespace : "", name);
    }

    /** An object that must exist. */
    KubeObject get(StepTarget target) {
        ApiResource resource = resource(target.kind());
        return world.cluster().get(resource, key(resource, target.name()));
    }

    /** An object that may exist; its kind must. */
    Optional<KubeObject> find(StepTarget target) {
        ApiResource resource = resource(target.kind());
        try {
            return Optional.of(world.cluster().get(resource, key(resource, target.name())));
        } catch (ClusterException.NotFound e) {
            return Optional.empty();
        }
    }

    /** All objects of a kind with these labels; of this namespace if they live in one. */
    List<KubeObject> list(String kind, LabelSelector labels) {
        ApiResource resource = resource(kind);
        String in = resource.namespaced() ? namespace : "";
        return world.cluster()
                .list(resource, ListOptions.ALL.inNamespace(in).matching(labels))
                .items();
    }

    /** Sends a merge patch and returns what came of it. */
    KubeObject patch(StepTarget target, StepAction.StepPatch patch) {
        ApiResource resource = resource(target.kind());
        Cluster cluster = world.cluster();
        ObjectNode body = patch.body();
        if (patch.status()) {
            body = Json.NODES.objectNode();
            body.set("status", patch.body());
        }
        WriteOptions options = patch.status() && resource.hasStatus() ? WriteOptions.STATUS : WriteOptions.PLAIN;
        return cluster.patch(
                resource, key(resource, target.name()), Patch.merge(GoJson.text(body)), options.by(MANAGER));
    }
}
