package io.hookline.watcher;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.informer.CachedForm;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.object.Projection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Watches the CRDs of a cluster. Of each, only what decides which kinds are served is cached: a CRD of 100 KB with its
 * schemas costs less than 1 KB. Thread-safe.
 */
final class Definitions implements AutoCloseable {

    private static final ApiResource RESOURCE = new ApiResource(
            "apiextensions.k8s.io/v1",
            "customresourcedefinitions",
            "customresourcedefinition",
            "CustomResourceDefinition",
            false,
            List.of("crd"),
            List.of(),
            Set.of("get", "list", "watch"),
            Set.of("status"));

    /** Small, since a page is in memory as a whole, with all schemas. */
    private static final int PAGE_SIZE = 25;

    private static final CachedForm FORM = new CachedForm("served", PAGE_SIZE, kept()::of);

    private final Cluster cluster;
    private final Subscription definitions;

    /**
     * How a CRD serves one version of its kind.
     *
     * @param namespaced whether its objects have a namespace
     * @param status whether it has the status subresource
     */
    record Served(boolean namespaced, boolean status) {

        /** Whether a resource was discovered with this shape. */
        boolean isShapeOf(ApiResource resource) {
            return namespaced == resource.namespaced() && status == resource.hasStatus();
        }
    }

    /**
     * Starts watching.
     *
     * @param changed gets the name of each CRD that was created or deleted, or whose spec or conditions changed
     */
    Definitions(Cluster cluster, SharedInformerFactory informers, Consumer<String> changed) {
        this.cluster = cluster;
        this.definitions = informers.subscribe(RESOURCE, FORM, new Changes(changed));
    }

    private static Projection kept() {
        Projection whole = Projection.WHOLE;
        Projection versions = new Projection(Map.of("name", whole, "served", whole, "subresources", whole));
        Projection conditions = new Projection(Map.of("type", whole, "status", whole));
        return new Projection(Map.of(
                "apiVersion",
                whole,
                "kind",
                whole,
                "metadata",
                new Projection(Map.of("name", whole, "uid", whole, "resourceVersion", whole, "generation", whole)),
                "spec",
                new Projection(Map.of("scope", whole, "versions", versions)),
                "status",
                new Projection(Map.of("conditions", conditions))));
    }

    /** The group in the name of a CRD. */
    static String groupOf(String definition) {
        return definition.substring(definition.indexOf('.') + 1);
    }

    /** The CRDs, cut down: without their schemas. */
    Subscription subscription() {
        return definitions;
    }

    /** Whether a resource comes from a CRD. The CRD is read from the API server if the cache does not show it yet. */
    boolean has(ApiResource resource) {
        return cached(resource).isPresent() || exists(key(resource));
    }

    /** Whether changes of a resource are noticed here, so that its discovery need not be repeated. */
    boolean watches(ApiResource resource) {
        return definitions.failure().isEmpty() && cached(resource).isPresent();
    }

    /** Whether a cached CRD defines a resource, whether or not it serves its version. */
    boolean isCached(ApiResource resource) {
        return cached(resource).isPresent();
    }

    /** How a resource is served by its cached CRD; empty if no cached CRD serves its version. */
    Optional<Served> served(ApiResource resource) {
        return cached(resource)
                .flatMap(definition -> servedVersion(definition, resource.gvk().version())
                        .map(version -> new Served(
                                definition
                                        .fieldTree("spec")
                                        .path("scope")
                                        .asText()
                                        .equals("Namespaced"),
                                version.path("subresources").hasNonNull("status"))));
    }

    private Optional<KubeObject> cached(ApiResource resource) {
        return definitions.store().get(key(resource));
    }

    private static ObjectKey key(ApiResource resource) {
        return ObjectKey.clusterScoped(resource.groupResource());
    }

    private static Optional<JsonNode> servedVersion(KubeObject definition, String name) {
        for (JsonNode version : definition.fieldTree("spec").path("versions")) {
            if (version.path("name").asText().equals(name)
                    && version.path("served").asBoolean()) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    private boolean exists(ObjectKey definition) {
        try {
            cluster.get(RESOURCE, definition);
            return true;
        } catch (ClusterException.NotFound _) {
            return false;
        }
    }

    @Override
    public void close() {
        definitions.close();
    }

    /** Passes on the changes that may change what the API server serves. */
    private record Changes(Consumer<String> changed) implements ResourceEventHandler {
        @Override
        public void added(KubeObject definition) {
            changed.accept(definition.name());
        }

        @Override
        public void updated(KubeObject before, KubeObject now) {
            if (!before.uid().equals(now.uid())
                    || before.generation() != now.generation()
                    || !conditions(before).equals(conditions(now))) {
                changed.accept(now.name());
            }
        }

        @Override
        public void deleted(KubeObject last) {
            changed.accept(last.name());
        }

        private static Map<String, String> conditions(KubeObject definition) {
            Map<String, String> statusOf = new HashMap<>();
            definition
                    .fieldTree("status")
                    .path("conditions")
                    .forEach(each -> statusOf.put(
                            each.path("type").asText(), each.path("status").asText()));
            return statusOf;
        }
    }
}
