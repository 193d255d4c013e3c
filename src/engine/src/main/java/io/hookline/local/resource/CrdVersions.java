package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the versions of custom resources in a cluster. Each CustomResourceDefinition is parsed once for each of its
 * revisions. Thread-safe.
 */
public final class CrdVersions {

    private static final ApiResource DEFINITIONS = new ApiResource(
            "apiextensions.k8s.io/v1",
            "customresourcedefinitions",
            "customresourcedefinition",
            "CustomResourceDefinition",
            false,
            List.of("crd", "crds"),
            List.of("api-extensions"),
            Set.of("get", "list"),
            Set.of("status"));

    private final Cluster cluster;
    private final Map<String, Parsed> parsed = new ConcurrentHashMap<>();

    /** The tree of a definition, and the resourceVersion that it was parsed from. */
    private record Parsed(String resourceVersion, JsonNode tree) {}

    public CrdVersions(Cluster cluster) {
        this.cluster = cluster;
    }

    /** The version of a custom resource; empty for a built-in resource. */
    public Optional<CrdVersion> find(ApiResource resource) {
        if (!resource.group().contains(".") || resource.group().equals("apiextensions.k8s.io")) {
            return Optional.empty(); // no definition can have such a group
        }
        return definition(resource.plural() + "." + resource.group()).flatMap(crd -> version(crd, resource));
    }

    /** The warning about a deprecated version of a custom resource, which names a better one if there is one. */
    public Optional<String> deprecation(ApiResource resource) {
        return find(resource)
                .filter(version -> version.json().path("deprecated").asBoolean())
                .map(version -> version.json()
                        .path("deprecationWarning")
                        .asText(resource.apiVersion() + " " + resource.kind() + " is deprecated"
                                + replacement(resource)
                                        .map(better -> "; use " + better)
                                        .orElse("")));
    }

    private Optional<String> replacement(ApiResource resource) {
        String own = resource.gvk().version();
        return definition(resource.plural() + "." + resource.group()).stream()
                .flatMap(crd -> crd.at("/spec/versions").valueStream())
                .filter(version -> version.path("served").asBoolean()
                        && !version.path("deprecated").asBoolean())
                .map(version -> version.path("name").asText())
                .min(KubeVersionOrder.PREFERRED_FIRST)
                .filter(better -> KubeVersionOrder.PREFERRED_FIRST.compare(better, own) < 0)
                .map(better -> resource.group() + "/" + better + " " + resource.kind());
    }

    private Optional<JsonNode> definition(String name) {
        try {
            KubeObject crd = cluster.get(DEFINITIONS, ObjectKey.clusterScoped(name));
            return Optional.of(parsed.compute(
                            name,
                            (_, old) -> old != null && old.resourceVersion().equals(crd.resourceVersion())
                                    ? old
                                    : new Parsed(crd.resourceVersion(), crd.tree()))
                    .tree());
        } catch (ClusterException.NotFound _) {
            parsed.remove(name);
            return Optional.empty();
        }
    }

    private static Optional<CrdVersion> version(JsonNode crd, ApiResource resource) {
        for (JsonNode version : crd.at("/spec/versions")) {
            if (resource.gvk().version().equals(version.path("name").asText())) {
                return Optional.of(new CrdVersion(crd.at("/spec/names"), version));
            }
        }
        return Optional.empty();
    }
}
