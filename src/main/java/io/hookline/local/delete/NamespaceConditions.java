package io.hookline.local.delete;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The conditions of a namespace that is being deleted, as the namespace controller writes them. */
final class NamespaceConditions {

    private final Timestamps time;

    NamespaceConditions(Timestamps time) {
        this.time = time;
    }

    /**
     * Writes the conditions into a namespace.
     *
     * @param content the objects in it by their resource, such as {@code deployments.apps}
     * @return whether something changed
     */
    boolean write(ObjectNode namespace, Map<String, List<KubeObject>> content) {
        JsonNode before = namespace.path("status").path("conditions");
        ArrayNode conditions = Json.NODES.arrayNode();
        add(
                conditions,
                "NamespaceDeletionDiscoveryFailure",
                "ResourcesDiscovered",
                "All resources successfully discovered");
        add(
                conditions,
                "NamespaceDeletionGroupVersionParsingFailure",
                "ParsedGroupVersions",
                "All legacy kube types successfully parsed");
        add(
                conditions,
                "NamespaceDeletionContentFailure",
                "ContentDeleted",
                "All content successfully deleted, may be waiting on finalization");
        conditions.add(remaining(content));
        conditions.add(finalizers(content));
        conditions.forEach(condition -> keepTransition((ObjectNode) condition, before));
        if (conditions.equals(before)) {
            return false;
        }
        ObjectTrees.object(namespace, "status").set("conditions", conditions);
        return true;
    }

    private static void add(ArrayNode conditions, String type, String reason, String message) {
        conditions.add(condition(type, false, reason, message));
    }

    private static ObjectNode remaining(Map<String, List<KubeObject>> content) {
        String type = "NamespaceContentRemaining";
        if (content.isEmpty()) {
            return condition(type, false, "ContentRemoved", "All content successfully removed");
        }
        String resources = content.entrySet().stream()
                .map(of -> groupResource(of.getKey()) + " has " + of.getValue().size() + " resource instances")
                .collect(Collectors.joining(", "));
        return condition(type, true, "SomeResourcesRemain", "Some resources are remaining: " + resources);
    }

    /** Resource and group; the dot is kept if the group is empty. */
    private static String groupResource(String resource) {
        return resource.contains(".") ? resource : resource + ".";
    }

    private static ObjectNode finalizers(Map<String, List<KubeObject>> content) {
        String type = "NamespaceFinalizersRemaining";
        SortedMap<String, Integer> counts = new TreeMap<>();
        content.values()
                .forEach(objects -> objects.forEach(
                        object -> object.finalizers().forEach(name -> counts.merge(name, 1, Integer::sum))));
        if (counts.isEmpty()) {
            return condition(type, false, "ContentHasNoFinalizers", "All content-preserving finalizers finished");
        }
        String finalizers = counts.entrySet().stream()
                .map(of -> of.getKey() + " in " + of.getValue() + " resource instances")
                .collect(Collectors.joining(", "));
        return condition(
                type,
                true,
                "SomeFinalizersRemain",
                "Some content in the namespace has finalizers remaining: " + finalizers);
    }

    private static ObjectNode condition(String type, boolean status, String reason, String message) {
        ObjectNode condition = Json.NODES.objectNode().put("type", type).put("status", status ? "True" : "False");
        return condition.put("reason", reason).put("message", message);
    }

    private void keepTransition(ObjectNode condition, JsonNode before) {
        String since = time.now();
        for (JsonNode old : before) {
            boolean same = old.path("type").equals(condition.get("type"))
                    && old.path("status").equals(condition.get("status"));
            if (same) {
                since = old.path("lastTransitionTime").asText(since);
            }
        }
        condition.put("lastTransitionTime", since);
    }
}
