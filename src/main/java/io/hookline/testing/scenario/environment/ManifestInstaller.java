package io.hookline.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/** Writes manifests into a namespace, and remembers which objects it has created. */
final class ExampleInstaller {

    private static final GroupVersionKind NAMESPACE = new GroupVersionKind("", "v1", "Namespace");
    private static final WriteOptions BY_US = WriteOptions.PLAIN.by(StepObjects.MANAGER);

    private final ExampleWorld world;
    private final List<Created> created = new ArrayList<>();

    ExampleInstaller(ExampleWorld world) {
        this.world = world;
    }

    /** An object that was not there before. */
    record Created(ApiResource resource, KubeObject object) {}

    /** What was created so far, in that order. */
    List<Created> created() {
        return List.copyOf(created);
    }

    /**
     * Creates the object; one that exists is changed by a merge patch to be like the manifest.
     *
     * @param namespace for an object that names none, if its kind lives in one
     * @throws ClusterException.NotFound if its kind is not served (yet)
     * @throws ClusterException.Conflict if it is a namespace that is still on its way out
     */
    KubeObject apply(ExampleManifest manifest, String namespace) {
        try {
            return create(manifest, namespace);
        } catch (ClusterException.AlreadyExists e) {
            KubeObject object = placed(manifest, namespace);
            if (object.kind().equals("Namespace") && isTerminating(object.name())) {
                throw new ClusterException.Conflict("the namespace is being deleted");
            }
            return world.cluster().patch(resource(manifest), object.key(), Patch.merge(object.json()), BY_US);
        }
    }

    /** Creates the object, which must be new. */
    KubeObject create(ExampleManifest manifest, String namespace) {
        ApiResource resource = resource(manifest);
        KubeObject object = world.cluster().create(resource, placed(manifest, namespace), BY_US);
        created.add(new Created(resource, object));
        return object;
    }

    /** Makes sure that a namespace is there. */
    void needNamespace(String name) {
        ApiResource resource = world.resource(NAMESPACE)
                .orElseThrow(() -> new ClusterException.NotFound("the server has no namespaces"));
        Cluster cluster = world.cluster();
        try {
            cluster.get(resource, ObjectKey.clusterScoped(name));
        } catch (ClusterException.NotFound e) {
            ObjectNode tree = Json.NODES.objectNode();
            tree.put("apiVersion", "v1").put("kind", "Namespace");
            tree.putObject("metadata").put("name", name);
            created.add(new Created(resource, cluster.create(resource, KubeObject.of(tree), BY_US)));
        }
    }

    /** Whether a namespace of this name is still on its way out. */
    boolean isTerminating(String name) {
        try {
            return world.resource(NAMESPACE)
                    .map(resource -> world.cluster().get(resource, ObjectKey.clusterScoped(name)))
                    .filter(KubeObject::isBeingDeleted)
                    .isPresent();
        } catch (ClusterException.NotFound e) {
            return false;
        }
    }

    private ApiResource resource(ExampleManifest manifest) {
        return new StepObjects(world, "").resource(manifest.object());
    }

    private KubeObject placed(ExampleManifest manifest, String namespace) {
        KubeObject object = manifest.object();
        if (!object.namespace().isEmpty() || !resource(manifest).namespaced()) {
            return object;
        }
        ObjectNode tree = object.tree();
        ((ObjectNode) tree.path("metadata")).put("namespace", namespace);
        return KubeObject.of(tree);
    }
}
