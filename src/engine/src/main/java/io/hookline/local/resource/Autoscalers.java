package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Converts HorizontalPodAutoscalers: version 1 has one metric, the use of CPU. What it cannot say is kept in
 * annotations.
 */
public final class Autoscalers {

    static final String V1 = "autoscaling/v1";
    static final String V2 = "autoscaling/v2";

    private static final String ANNOTATION = "autoscaling.alpha.kubernetes.io/";

    private Autoscalers() {}

    /** Converts a tree of the other version in place. */
    static void convert(ObjectNode tree, String apiVersion) {
        boolean toV1 = apiVersion.equals(V1);
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectNode status = ObjectTrees.object(tree, "status");
        if (toV1) {
            cpu(spec, "metrics", "target", "targetCPUUtilizationPercentage");
            cpu(status, "currentMetrics", "current", "currentCPUUtilizationPercentage");
        }
        if (status.path("currentReplicas").asLong() == 0) { // written in version 1 only
            status.remove("currentReplicas");
            if (toV1) {
                status.put("currentReplicas", 0L);
            }
        }
        keep(tree, spec, "metrics", "metrics", toV1);
        keep(tree, spec, "behavior", "behavior", toV1);
        keep(tree, status, "currentMetrics", "current-metrics", toV1);
        keep(tree, status, "conditions", "conditions", toV1);
        if (!toV1) {
            metric(spec, "metrics", "target", "targetCPUUtilizationPercentage");
            metric(status, "currentMetrics", "current", "currentCPUUtilizationPercentage");
            if (!status.has("currentMetrics")) {
                status.putNull("currentMetrics");
            }
        }
    }

    /** Moves the first metric of the CPU out of a list. */
    private static void cpu(ObjectNode part, String list, String value, String field) {
        if (!(part.remove(list) instanceof ArrayNode metrics)) {
            return;
        }
        for (int i = 0; i < metrics.size(); i++) {
            JsonNode resource = metrics.get(i).path("resource");
            JsonNode percent = resource.path(value).path("averageUtilization");
            if (resource.path("name").asText().equals("cpu") && !percent.isMissingNode()) {
                part.set(field, percent);
                metrics.remove(i);
                break;
            }
        }
        if (!metrics.isEmpty()) {
            part.set(list, metrics);
        }
    }

    /** Moves the metric of the CPU into a list, as its first one. */
    private static void metric(ObjectNode part, String list, String value, String field) {
        JsonNode percent = part.remove(field);
        if (percent == null) {
            return;
        }
        ArrayNode metrics = Json.NODES.arrayNode();
        ObjectNode resource = metrics.addObject().put("type", "Resource").putObject("resource");
        ObjectNode amount = resource.put("name", "cpu").putObject(value);
        if (value.equals("target")) {
            amount.put("type", "Utilization");
        }
        amount.set("averageUtilization", percent);
        part.path(list).forEach(metrics::add);
        part.set(list, metrics);
    }

    /** Whether an object of version 1 keeps metrics of version 2, so that none of the CPU is a default. */
    public static boolean hasMetrics(ObjectNode tree) {
        return tree.path("metadata").path("annotations").has(ANNOTATION + "metrics");
    }

    /** What a user has written there may be anything. */
    private static Optional<JsonNode> written(String text) {
        try {
            return Optional.of(Json.parse(text.getBytes(StandardCharsets.UTF_8)));
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    /** Moves a field into its annotation, or back. What is no value of the field is dropped. */
    private static void keep(ObjectNode tree, ObjectNode part, String field, String name, boolean away) {
        ObjectNode metadata = ObjectTrees.metadata(tree);
        if (away) {
            JsonNode value = part.remove(field);
            if (value != null && !value.isNull()) {
                ObjectTrees.object(metadata, "annotations").put(ANNOTATION + name, GoJson.text(value));
            }
        } else if (metadata.get("annotations") instanceof ObjectNode annotations
                && annotations.has(ANNOTATION + name)) {
            JsonNode text = annotations.path(ANNOTATION + name);
            annotations.remove(ANNOTATION + name);
            written(text.asText())
                    .filter(value -> field.equals("behavior") ? value.isObject() : value.isArray())
                    .ifPresent(value -> part.set(field, value));
            if (annotations.isEmpty()) {
                metadata.remove("annotations");
            }
        }
    }
}
