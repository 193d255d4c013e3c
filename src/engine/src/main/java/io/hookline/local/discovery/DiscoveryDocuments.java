package io.hookline.local.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.resource.KubeVersionOrder;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Discovery documents in the classic form: one for each group version. */
public final class DiscoveryDocuments {

    /** The version that this server reports. */
    static final String VERSION = "v1.36.3+hookline";

    private DiscoveryDocuments() {}

    public static ObjectNode version() {
        return Json.NODES
                .objectNode()
                .put("major", "1")
                .put("minor", "36")
                .put("gitVersion", VERSION)
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "java" + Runtime.version().feature())
                .put("compiler", "javac")
                .put("platform", "jvm");
    }

    /** {@code /api}. */
    public static ObjectNode coreVersions(String hostAndPort) {
        ObjectNode document = Json.NODES.objectNode().put("kind", "APIVersions");
        document.putArray("versions").add("v1");
        document.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", hostAndPort);
        return document;
    }

    /** {@code /apis}. */
    public static ObjectNode groups(Collection<ApiResource> resources) {
        ObjectNode document =
                Json.NODES.objectNode().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = document.putArray("groups");
        versionsByGroup(resources).forEach((group, versions) -> {
            if (!group.isEmpty()) {
                groups.add(describeGroup(group, versions));
            }
        });
        return document;
    }

    /** {@code /apis/GROUP}; an empty object if there is no such group. */
    public static ObjectNode group(String group, Collection<ApiResource> resources) {
        Set<String> versions = versionsByGroup(resources).get(group);
        if (versions == null) {
            return Json.NODES.objectNode();
        }
        ObjectNode document = Json.NODES.objectNode().put("kind", "APIGroup").put("apiVersion", "v1");
        return document.setAll(describeGroup(group, versions));
    }

    /** {@code /api/v1} and {@code /apis/GROUP/VERSION}; an empty object if there is no such version. */
    public static ObjectNode resources(String apiVersion, Collection<ApiResource> resources) {
        ObjectNode document = Json.NODES.objectNode().put("kind", "APIResourceList");
        if (apiVersion.contains("/")) { // that of the core group has none
            document.put("apiVersion", "v1");
        }
        document.put("groupVersion", apiVersion);
        ArrayNode list = document.putArray("resources");
        for (ApiResource resource : resources) {
            if (resource.apiVersion().equals(apiVersion)) {
                list.add(describe(resource));
                SubresourceEntry.of(resource).forEach(entry -> list.add(describe(resource, entry)));
            }
        }
        return list.isEmpty() ? Json.NODES.objectNode() : document;
    }

    /** The versions of each group, the most stable and newest first. */
    static Map<String, Set<String>> versionsByGroup(Collection<ApiResource> resources) {
        Map<String, Set<String>> versions = new LinkedHashMap<>();
        for (ApiResource resource : resources) {
            versions.computeIfAbsent(resource.group(), _ -> new TreeSet<>(KubeVersionOrder.PREFERRED_FIRST))
                    .add(resource.gvk().version());
        }
        return versions;
    }

    private static ObjectNode describeGroup(String group, Set<String> versions) {
        ObjectNode json = Json.NODES.objectNode().put("name", group);
        ArrayNode list = json.putArray("versions");
        for (String version : versions) {
            list.addObject().put("groupVersion", group + "/" + version).put("version", version);
        }
        json.set("preferredVersion", list.get(0));
        return json;
    }

    private static ObjectNode describe(ApiResource resource) {
        ObjectNode json = Json.NODES
                .objectNode()
                .put("name", resource.plural())
                .put("singularName", resource.singular())
                .put("namespaced", resource.namespaced())
                .put("kind", resource.kind());
        addAll(json.putArray("verbs"), verbs(resource));
        if (!resource.shortNames().isEmpty()) {
            addAll(json.putArray("shortNames"), resource.shortNames());
        }
        if (!resource.categories().isEmpty()) {
            addAll(json.putArray("categories"), resource.categories());
        }
        return json;
    }

    private static ObjectNode describe(ApiResource resource, SubresourceEntry entry) {
        ObjectNode json = Json.NODES
                .objectNode()
                .put("name", resource.plural() + "/" + entry.name())
                .put("singularName", "")
                .put("namespaced", resource.namespaced());
        if (entry.isOfOtherVersion(resource)) {
            json.put("group", entry.kind().group()).put("version", entry.kind().version());
        }
        json.put("kind", entry.kind().kind());
        addAll(json.putArray("verbs"), entry.verbs());
        return json;
    }

    /** Returns the verbs in alphabetical order. */
    public static List<String> verbs(ApiResource resource) {
        return resource.verbs().stream().sorted().toList();
    }

    static void addAll(ArrayNode list, Collection<String> texts) {
        texts.forEach(list::add);
    }
}
