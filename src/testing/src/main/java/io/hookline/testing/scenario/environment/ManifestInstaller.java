package io.hookline.testing.scenario.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.scenario.file.Manifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Applies manifests in a namespace and records the objects that it created. Used by one thread. */
public final class ManifestInstaller {

    private static final GroupVersionKind NAMESPACE = new GroupVersionKind("", "v1", "Namespace");
    private static final WriteOptions BY_US = WriteOptions.PLAIN.by(NamespacedObjects.MANAGER);

    private static final WriteOptions TRY = new WriteOptions("", NamespacedObjects.MANAGER, false, true);

    private final ScenarioEnvironment environment;
    private final Poller poller;
    private final List<Created> created = new ArrayList<>();
    private ScenarioControllers controllers = ScenarioControllers.NONE;

    /** Creates an installer without created objects. */
    public ManifestInstaller(ScenarioEnvironment environment) {
        this.environment = environment;
        this.poller = new Poller(environment);
    }

    /** An object that this installer created. */
    public record Created(ApiResource resource, KubeObject object) {}

    /** The created objects, in the order of their creation. */
    public List<Created> created() {
        return List.copyOf(created);
    }

    /** The controllers that this installer created or changed. */
    public ScenarioControllers controllers() {
        return controllers;
    }

    /**
     * Creates the namespace if it is missing, then applies the objects in order. Retries each until the API server
     * accepts it.
     *
     * @param namespace for objects without a namespace
     * @param within the time limit for each object
     * @param installed receives each object as the API server returned it
     * @return empty if all objects exist; otherwise the rejected object and the reason
     */
    public Optional<String> install(
            List<Manifest> manifests, String namespace, Duration within, Consumer<KubeObject> installed)
            throws InterruptedException {
        Optional<String> failure = poller.until(within, () -> {
            needNamespace(namespace);
            return CheckResult.holds();
        });
        for (Manifest manifest : failure.isPresent() ? List.<Manifest>of() : manifests) {
            AtomicReference<KubeObject> written = new AtomicReference<>(manifest.object());
            failure = poller.until(within, () -> write(manifest, namespace, written));
            if (failure.isEmpty() && manifest.isCrd()) {
                failure = poller.until(within, () -> isServed(written.get()));
            }
            if (failure.isPresent()) {
                return Optional.of(manifest.object() + " of " + manifest.place() + ": " + failure.get());
            }
            installed.accept(written.get());
        }
        return failure;
    }

    private CheckResult write(Manifest manifest, String namespace, AtomicReference<KubeObject> written) {
        try {
            written.set(apply(manifest, namespace));
            return CheckResult.holds();
        } catch (ClusterException.Invalid | ClusterException.BadRequest | ClusterException.Forbidden e) {
            return new CheckResult.Never(e.reason() + ": " + e.getMessage());
        }
    }

    private CheckResult isServed(KubeObject crd) {
        JsonNode spec = crd.tree().path("spec");
        String plural = spec.path("names").path("plural").asText();
        for (JsonNode version : spec.path("versions")) {
            String apiVersion =
                    spec.path("group").asText() + "/" + version.path("name").asText();
            if (version.path("served").asBoolean()
                    && environment.resource(apiVersion, plural).isEmpty()) {
                return new CheckResult.NotYet(plural + " of " + apiVersion + " are not served");
            }
        }
        return CheckResult.holds();
    }

    /**
     * Creates the object, or changes an existing one to the manifest by a merge patch.
     *
     * @param namespace for an object without a namespace, if its kind is namespaced
     * @throws ClusterException.NotFound if the kind is not served yet
     * @throws ClusterException.Conflict if the object is a namespace that is being deleted
     */
    public KubeObject apply(Manifest manifest, String namespace) {
        try {
            return create(manifest, namespace);
        } catch (ClusterException.AlreadyExists e) {
            KubeObject object = placed(manifest, namespace);
            if (object.kind().equals("Namespace") && isTerminating(object.name())) {
                throw new ClusterException.Conflict("the namespace is being deleted");
            }
            return environment.cluster().patch(resource(manifest), object.key(), Patch.merge(object.json()), BY_US);
        }
    }

    /**
     * Changes an object from one version of its manifest to the next, and creates it if it was deleted. Fields that
     * only the former version has are removed; fields that neither has stay.
     */
    public KubeObject update(Manifest before, Manifest after, String namespace) {
        ObjectNode patch =
                MergeDifference.between(before.object().tree(), after.object().tree());
        try {
            KubeObject object = placed(after, namespace);
            return environment.cluster().patch(resource(after), object.key(), Patch.merge(patch.toString()), BY_US);
        } catch (ClusterException.NotFound e) {
            return create(after, namespace);
        }
    }

    /** Requests the deletion of the object; it may be deleted already. */
    public void delete(Manifest manifest, String namespace) {
        try {
            environment
                    .cluster()
                    .delete(resource(manifest), placed(manifest, namespace).key(), DeleteOptions.BACKGROUND);
        } catch (ClusterException.NotFound _) {
            environment.forgetKinds(); // also if its kind is not served any more
        }
    }

    /** Creates the object; it must not exist. */
    public KubeObject create(Manifest manifest, String namespace) {
        ApiResource resource = resource(manifest);
        if (manifest.isController()) {
            controllers = controllers.with(manifest.object());
        }
        KubeObject object = environment.cluster().create(resource, placed(manifest, namespace), BY_US);
        created.add(new Created(resource, object));
        return object;
    }

    /**
     * Asks the API server whether it would create the object, which it does not.
     *
     * @throws ClusterException if it would not
     */
    public void tryCreate(Manifest manifest, String namespace) {
        var _ = environment.cluster().create(resource(manifest), placed(manifest, namespace), TRY);
    }

    private void needNamespace(String name) {
        ApiResource resource = environment
                .resource(NAMESPACE)
                .orElseThrow(() -> new ClusterException.NotFound("the API server does not serve namespaces"));
        Cluster cluster = environment.cluster();
        try {
            cluster.get(resource, ObjectKey.clusterScoped(name));
        } catch (ClusterException.NotFound e) {
            ObjectNode tree = Json.NODES.objectNode();
            tree.put("apiVersion", "v1").put("kind", "Namespace");
            tree.putObject("metadata").put("name", name);
            created.add(new Created(resource, cluster.create(resource, KubeObject.of(tree), BY_US)));
        }
    }

    /** Whether a namespace with this name is being deleted. */
    public boolean isTerminating(String name) {
        try {
            return environment
                    .resource(NAMESPACE)
                    .map(resource -> environment.cluster().get(resource, ObjectKey.clusterScoped(name)))
                    .filter(KubeObject::isBeingDeleted)
                    .isPresent();
        } catch (ClusterException.NotFound e) {
            return false;
        }
    }

    private ApiResource resource(Manifest manifest) {
        return new NamespacedObjects(environment, "").resource(manifest.object());
    }

    private KubeObject placed(Manifest manifest, String namespace) {
        KubeObject object = manifest.object();
        if (!object.namespace().isEmpty() || !resource(manifest).namespaced()) {
            return object;
        }
        ObjectNode tree = object.tree();
        ((ObjectNode) tree.path("metadata")).put("namespace", namespace);
        return KubeObject.of(tree);
    }

    /** The merge patch (RFC 7386) from one version of a manifest to the next. Lists are replaced as a whole. */
    private static final class MergeDifference {

        private MergeDifference() {}

        static ObjectNode between(ObjectNode before, ObjectNode after) {
            ObjectNode patch = Json.NODES.objectNode();
            before.fieldNames().forEachRemaining(name -> {
                if (!after.has(name)) {
                    patch.putNull(name);
                }
            });
            after.properties().forEach(field -> {
                JsonNode old = before.get(field.getKey());
                JsonNode now = field.getValue();
                if (old instanceof ObjectNode oldObject && now instanceof ObjectNode nowObject) {
                    ObjectNode below = between(oldObject, nowObject);
                    if (!below.isEmpty()) {
                        patch.set(field.getKey(), below);
                    }
                } else if (!now.equals(old)) {
                    patch.set(field.getKey(), now);
                }
            });
            return patch;
        }
    }
}
