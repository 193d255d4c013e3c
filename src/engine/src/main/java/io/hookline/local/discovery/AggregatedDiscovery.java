package io.hookline.local.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Aggregated discovery: all groups with all their resources in one document. */
public final class AggregatedDiscovery {

    private AggregatedDiscovery() {}

    /** The version of aggregated discovery that an Accept header prefers; empty if it prefers the classic form. */
    public static Optional<String> preferredVersion(String accept) {
        for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            List<String> parts = List.of(range.replace(" ", "").split(";", -1));
            boolean json = parts.getFirst().equals("application/json");
            if (json && parts.contains("as=apigroupdiscoverylist") && parts.contains("g=apidiscovery.k8s.io")) {
                if (parts.contains("v=v2")) {
                    return Optional.of("v2");
                }
                if (parts.contains("v=v2beta1")) {
                    return Optional.of("v2beta1");
                }
            } else if (json) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The Content-Type of the document. */
    public static String contentType(String version) {
        return "application/json;g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList";
    }

    /** The document for {@code /api} (core group only) or {@code /apis} (all others). */
    public static ObjectNode document(String version, boolean core, Collection<ApiResource> resources) {
        ObjectNode document = Json.NODES
                .objectNode()
                .put("kind", "APIGroupDiscoveryList")
                .put("apiVersion", "apidiscovery.k8s.io/" + version);
        document.putObject("metadata");
        ArrayNode items = document.putArray("items");
        DiscoveryDocuments.versionsByGroup(resources).forEach((group, versions) -> {
            if (group.isEmpty() == core) {
                ObjectNode item = items.addObject();
                ObjectNode metadata = item.putObject("metadata");
                if (!core) {
                    metadata.put("name", group);
                }
                metadata.putNull("creationTimestamp");
                ArrayNode list = item.putArray("versions");
                versions.forEach(v -> list.add(version(group, v, resources)));
            }
        });
        return document;
    }

    private static ObjectNode version(String group, String version, Collection<ApiResource> resources) {
        ObjectNode json = Json.NODES.objectNode().put("version", version);
        ArrayNode list = json.putArray("resources");
        for (ApiResource resource : resources) {
            if (resource.group().equals(group) && resource.gvk().version().equals(version)) {
                list.add(resource(resource));
            }
        }
        return json.put("freshness", "Current");
    }

    private static ObjectNode resource(ApiResource resource) {
        ObjectNode json = Json.NODES.objectNode().put("resource", resource.plural());
        json.set("responseKind", kind(resource.gvk()));
        json.put("scope", resource.namespaced() ? "Namespaced" : "Cluster")
                .put("singularResource", resource.singular());
        DiscoveryDocuments.addAll(json.putArray("verbs"), DiscoveryDocuments.verbs(resource));
        if (!resource.shortNames().isEmpty()) {
            DiscoveryDocuments.addAll(json.putArray("shortNames"), resource.shortNames());
        }
        if (!resource.categories().isEmpty()) {
            DiscoveryDocuments.addAll(json.putArray("categories"), resource.categories());
        }
        SubresourceEntry.of(resource).forEach(entry -> {
            ObjectNode subresource = json.withArrayProperty("subresources").addObject();
            subresource.put("subresource", entry.name()).set("responseKind", kind(entry.kind()));
            DiscoveryDocuments.addAll(subresource.putArray("verbs"), entry.verbs());
        });
        return json;
    }

    private static ObjectNode kind(GroupVersionKind kind) {
        return Json.NODES
                .objectNode()
                .put("group", kind.group())
                .put("version", kind.version())
                .put("kind", kind.kind());
    }
}
