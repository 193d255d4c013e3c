package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.cel.CelRules;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.SchemaReader;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scale subresource: the replicas of any kind in one form. */
public final class ScaleSubresource {

    /** The kind of the Scales of all objects. */
    public static final ServedResource KIND = new ServedResource(
            new ApiResource(
                    "autoscaling/v1", "scales", "scale", "Scale", true, List.of(), List.of(), Set.of(), Set.of()),
            "scales",
            "autoscaling/v1",
            Set.of(),
            () -> SchemaReader.read(Json.parse("""
                    {"type":"object","properties":{
                      "spec":{"type":"object","properties":{"replicas":{"type":"integer","format":"int32"}}},
                      "status":{"type":"object","properties":{
                        "replicas":{"type":"integer","format":"int32"},"selector":{"type":"string"}}}}}
                    """.getBytes(StandardCharsets.UTF_8))),
            ScalePaths.NONE,
            CelRules.NONE,
            Map.of(),
            Set.of());

    private ScaleSubresource() {}

    /** The Scale object of an object. */
    public static ObjectNode of(ServedResource resource, KubeObject object) {
        if (!resource.scale().exist()) {
            throw ApiErrors.noResource();
        }
        ObjectNode tree = object.tree();
        ObjectNode scale = Json.NODES.objectNode();
        scale.put("apiVersion", "autoscaling/v1").put("kind", "Scale");
        ObjectNode metadata = ObjectTrees.metadata(scale);
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            ObjectTrees.carry(metadata, ObjectTrees.metadata(tree), field);
        }
        ObjectNode spec = ObjectTrees.object(scale, "spec");
        long replicas = at(tree, resource.scale().specReplicas()).asLong();
        if (replicas != 0) {
            spec.put("replicas", replicas);
        }
        ObjectNode status = ObjectTrees.object(scale, "status");
        status.put("replicas", at(tree, resource.scale().statusReplicas()).asLong());
        String selector = resource.isCustom()
                ? at(tree, resource.scale().selector()).asText()
                : labels(tree.path("spec").path("selector"));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    /** Refuses to show the scale of a custom resource without replicas, as a real server does. */
    public static void requireReplicas(ServedResource resource, KubeObject object) {
        if (resource.isCustom()
                && resource.scale().exist()
                && !at(object.tree(), resource.scale().specReplicas()).isNumber()) {
            throw new ClusterException.Unavailable(
                    500,
                    "Internal error occurred: the spec replicas field "
                            + FieldError.quote("." + resource.scale().specReplicas()) + " does not exist");
        }
    }

    /** Writes the replicas of a Scale into its object. */
    public static void write(ServedResource resource, ObjectNode tree, JsonNode scale) {
        JsonNode replicas = scale.path("spec").path("replicas");
        if (!resource.isCustom() && replicas.asLong() < 0) {
            throw ApiErrors.invalid(
                    "Scale.autoscaling",
                    scale.path("metadata").path("name").asText(),
                    List.of(new FieldError(
                            "spec.replicas",
                            "Invalid value: " + GoJson.text(replicas) + ": must be greater than or equal to 0")));
        }
        String[] steps = resource.scale().specReplicas().split("\\.", -1);
        ObjectNode holder = tree;
        for (int i = 0; i < steps.length - 1; i++) {
            holder = ObjectTrees.object(holder, steps[i]);
        }
        holder.put(steps[steps.length - 1], replicas.asLong());
        JsonNode version = scale.path("metadata").path("resourceVersion");
        if (!version.asText().isEmpty()) {
            ObjectTrees.metadata(tree).set("resourceVersion", version);
        }
    }

    private static JsonNode at(JsonNode tree, String path) {
        JsonNode node = tree;
        for (String step : path.isEmpty() ? new String[0] : path.split("\\.", -1)) {
            node = node.path(step);
        }
        return path.isEmpty() ? Json.NODES.missingNode() : node;
    }

    private static String labels(JsonNode selector) {
        JsonNode labels = selector.has("matchLabels") ? selector.path("matchLabels") : selector;
        return String.join(
                ",",
                labels.properties().stream()
                        .filter(label -> label.getValue().isTextual())
                        .sorted(Map.Entry.comparingByKey())
                        .map(label -> label.getKey() + "=" + label.getValue().asText())
                        .toList());
    }
}
