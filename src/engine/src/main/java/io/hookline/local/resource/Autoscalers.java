package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Converts HorizontalPodAutoscalers: version 1 has one metric, the use of CPU. What it cannot say is kept in
 * annotations: metrics in a form of version 1, and the behavior with Go's names of the fields.
 */
public final class Autoscalers {

    static final String V1 = "autoscaling/v1";
    static final String V2 = "autoscaling/v2";

    private static final String ANNOTATION = "autoscaling.alpha.kubernetes.io/";
    private static final String METRICS = ANNOTATION + "metrics";
    private static final String CURRENT_METRICS = ANNOTATION + "current-metrics";
    private static final String BEHAVIOR = ANNOTATION + "behavior";
    private static final String CONDITIONS = ANNOTATION + "conditions";

    /** What a real server keeps for itself: a user's values are not stored in version 2. */
    private static final List<String> ANNOTATIONS = List.of(
            METRICS,
            CURRENT_METRICS,
            BEHAVIOR,
            CONDITIONS,
            ANNOTATION + "scale-down-tolerance",
            ANNOTATION + "scale-up-tolerance");

    private static final int DEFAULT_PERCENT = 80;

    private Autoscalers() {}

    /** Converts a tree of the other version in place. */
    static void convert(ObjectNode tree, String apiVersion) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectNode status = ObjectTrees.object(tree, "status");
        boolean toV1 = apiVersion.equals(V1);
        if (status.path("currentReplicas").asLong() == 0) { // written in version 1 only
            status.remove("currentReplicas");
            if (toV1) {
                status.put("currentReplicas", 0L);
            }
        }
        if (toV1) {
            toV1(tree, spec, status);
        } else {
            toV2(tree, spec, status);
        }
    }

    /** Drops the annotations that stand for fields of version 2. */
    public static void dropAnnotations(ObjectNode tree) {
        if (tree.path("metadata").get("annotations") instanceof ObjectNode annotations) {
            annotations.remove(ANNOTATIONS);
            if (annotations.isEmpty()) {
                ObjectTrees.metadata(tree).remove("annotations");
            }
        }
    }

    /** The object, in version 1 without the annotations that stand for fields of version 2. */
    public static KubeObject withoutAnnotations(KubeObject object) {
        if (!object.apiVersion().equals(V1)) {
            return object;
        }
        ObjectNode tree = object.tree();
        dropAnnotations(tree);
        return KubeObject.of(tree);
    }

    /** Fills in the rules of a behavior in version 2. */
    public static void completeBehavior(ObjectNode spec) {
        if (spec.get("behavior") instanceof ObjectNode behavior) {
            rules(ObjectTrees.object(behavior, "scaleUp"), true);
            rules(ObjectTrees.object(behavior, "scaleDown"), false);
        }
    }

    private static void rules(ObjectNode rules, boolean up) {
        ObjectTrees.fallback(rules, "selectPolicy", "Max");
        if (up) {
            ObjectTrees.fallback(rules, "stabilizationWindowSeconds", 0);
        }
        if (Json.isAbsent(rules.path("policies"))) {
            ArrayNode policies = rules.putArray("policies");
            if (up) {
                policies.addObject().put("type", "Pods").put("value", 4L).put("periodSeconds", 15L);
            }
            policies.addObject().put("type", "Percent").put("value", 100L).put("periodSeconds", 15L);
        }
    }

    /** Whether an object of version 1 keeps metrics of version 2, so that none of the CPU is a default. */
    public static boolean hasMetrics(ObjectNode tree) {
        return list(tree, METRICS, metric -> fromV1(metric, false))
                .filter(metrics -> !metrics.isEmpty())
                .isPresent();
    }

    /** The object in version 2; the same one if that is its version. */
    public static ObjectNode inVersion2(ObjectNode tree) {
        if (!tree.path("apiVersion").asText().equals(V1)) {
            return tree;
        }
        ObjectNode converted = tree.deepCopy().put("apiVersion", V2);
        convert(converted, V2);
        return converted;
    }

    private static void toV1(ObjectNode tree, ObjectNode spec, ObjectNode status) {
        dropAnnotations(tree);
        ArrayNode metrics = Json.NODES.arrayNode();
        JsonNode of = spec.path("metrics");
        for (JsonNode metric : of) {
            JsonNode percent = metric.path("resource").path("target").path("averageUtilization");
            if (!isCpu(metric) || Json.isAbsent(percent)) {
                metrics.add(toV1(metric, false));
            } else if (!spec.has("targetCPUUtilizationPercentage")) {
                spec.set("targetCPUUtilizationPercentage", percent);
            }
        }
        spec.remove("metrics");
        keep(tree, METRICS, metrics);
        ArrayNode current = Json.NODES.arrayNode();
        JsonNode ofStatus = status.path("currentMetrics");
        for (JsonNode metric : ofStatus) {
            JsonNode percent = metric.path("resource").path("current").path("averageUtilization");
            if (isCpu(metric) && !Json.isAbsent(percent)) {
                status.set("currentCPUUtilizationPercentage", percent);
            }
            current.add(toV1(metric, true));
        }
        status.remove("currentMetrics");
        keep(tree, CURRENT_METRICS, current);
        if (spec.remove("behavior") instanceof ObjectNode behavior) {
            keep(tree, BEHAVIOR, capital(behavior));
        }
        if (status.remove("conditions") instanceof ArrayNode conditions) {
            ArrayNode kept = Json.NODES.arrayNode();
            conditions.forEach(condition ->
                    kept.add(ordered(condition, List.of("type", "status", "lastTransitionTime", "reason", "message"))));
            keep(tree, CONDITIONS, kept);
        }
    }

    private static boolean isCpu(JsonNode metric) {
        return metric.path("type").asText().equals("Resource")
                && metric.path("resource").path("name").asText().equals("cpu");
    }

    private static void toV2(ObjectNode tree, ObjectNode spec, ObjectNode status) {
        ArrayNode metrics = list(tree, METRICS, metric -> fromV1(metric, false)).orElse(Json.NODES.arrayNode());
        JsonNode percent = spec.remove("targetCPUUtilizationPercentage");
        if (!Json.isAbsent(percent == null ? Json.NODES.missingNode() : percent)) {
            metrics.add(ofCpu("target", percent));
        } else if (metrics.isEmpty()) {
            metrics.add(ofCpu("target", Json.NODES.numberNode((long) DEFAULT_PERCENT)));
        }
        spec.set("metrics", metrics);
        JsonNode current = status.remove("currentCPUUtilizationPercentage");
        status.putNull("currentMetrics");
        if (current != null && !current.isNull()) {
            status.putArray("currentMetrics").add(ofCpu("current", current));
        }
        list(tree, CURRENT_METRICS, metric -> fromV1(metric, true))
                .ifPresent(kept -> status.set("currentMetrics", kept));
        written(tree, BEHAVIOR)
                .filter(JsonNode::isObject)
                .map(Autoscalers::behavior)
                .filter(behavior -> !behavior.isEmpty())
                .ifPresent(behavior -> spec.set("behavior", behavior));
        completeBehavior(spec);
        list(tree, CONDITIONS, condition -> {
                    requireTexts(condition, List.of("type", "status", "reason", "message"));
                    return ordered(condition, List.of("type", "status", "lastTransitionTime", "reason", "message"));
                })
                .ifPresent(kept -> status.set("conditions", kept));
        dropAnnotations(tree);
    }

    private static ObjectNode ofCpu(String field, JsonNode percent) {
        ObjectNode metric = Json.NODES.objectNode().put("type", "Resource");
        ObjectNode amount = metric.putObject("resource").put("name", "cpu").putObject(field);
        if (field.equals("target")) {
            amount.put("type", "Utilization");
        }
        amount.set("averageUtilization", percent);
        return metric;
    }

    /** A metric of version 2, or its status, in the form of version 1. */
    private static ObjectNode toV1(JsonNode metric, boolean status) {
        ObjectNode to = Json.NODES.objectNode();
        to.set("type", metric.path("type"));
        String amount = status ? "current" : "target";
        for (String source : List.of("object", "pods", "resource", "containerResource", "external")) {
            if (metric.get(source) instanceof ObjectNode of) {
                JsonNode value = of.path(amount);
                ObjectNode part = to.putObject(source);
                String name = amount + (source.equals("object") ? "Value" : "AverageValue");
                switch (source) {
                    case "object" -> {
                        part.set("target", ordered(of.path("describedObject"), List.of("kind", "name", "apiVersion")));
                        part.set("metricName", of.path("metric").path("name"));
                        put(part, name, value.path("value"), true);
                        put(part, "selector", of.path("metric").path("selector"), false);
                        put(part, "averageValue", value.path("averageValue"), false);
                    }
                    case "pods" -> {
                        part.set("metricName", of.path("metric").path("name"));
                        put(part, name, value.path("averageValue"), true);
                        put(part, "selector", of.path("metric").path("selector"), false);
                    }
                    case "external" -> {
                        part.set("metricName", of.path("metric").path("name"));
                        put(part, "metricSelector", of.path("metric").path("selector"), false);
                        put(part, amount + "Value", value.path("value"), status);
                        put(part, name, value.path("averageValue"), false);
                    }
                    default -> {
                        part.set("name", of.path("name"));
                        put(part, amount + "AverageUtilization", value.path("averageUtilization"), false);
                        put(part, name, value.path("averageValue"), status);
                        put(part, "container", of.path("container"), false);
                    }
                }
            }
        }
        return to;
    }

    /** Sets a field; one that is missing stays away, or is the quantity of zero. */
    private static void put(ObjectNode to, String field, JsonNode value, boolean always) {
        if (!Json.isAbsent(value)) {
            to.set(field, value);
        } else if (always) {
            to.put(field, "0");
        }
    }

    /** A metric of version 1, or its status, in the form of version 2. */
    private static ObjectNode fromV1(JsonNode metric, boolean status) {
        requireTexts(metric, List.of("type"));
        ObjectNode to = Json.NODES.objectNode();
        to.put("type", metric.path("type").asText(""));
        String amount = status ? "current" : "target";
        for (String source : List.of("object", "pods", "resource", "containerResource", "external")) {
            JsonNode of = metric.path(source);
            if (Json.isAbsent(of)) {
                continue;
            }
            requireObject(of);
            requireTexts(of, List.of("metricName", "name", "container"));
            ObjectNode part = to.putObject(source);
            ObjectNode value = Json.NODES.objectNode();
            JsonNode average = quantity(of.path(source.equals("object") ? "averageValue" : amount + "AverageValue"));
            JsonNode whole = quantity(of.path(amount + "Value"));
            switch (source) {
                case "object" -> {
                    put(value, "averageValue", average, false);
                    boolean zero = Json.isAbsent(whole) || whole.asText().equals("0");
                    if (status || Json.isAbsent(average) || !zero) {
                        put(value, "value", whole, true);
                    }
                    ObjectNode target = ordered(of.path("target"), List.of("kind", "name", "apiVersion"));
                    ObjectTrees.fallback(target, "kind", "");
                    ObjectTrees.fallback(target, "name", "");
                    part.set("describedObject", target);
                }
                case "pods" -> put(value, "averageValue", average, true);
                case "external" -> {
                    put(value, "value", whole, status);
                    put(value, "averageValue", average, false);
                }
                default -> {
                    put(value, "averageValue", average, status);
                    put(value, "averageUtilization", percent(of.path(amount + "AverageUtilization")), false);
                    part.put("name", of.path("name").asText(""));
                    if (source.equals("containerResource")) {
                        part.put("container", of.path("container").asText(""));
                    }
                }
            }
            if (!source.endsWith("esource")) {
                ObjectNode name = part.putObject("metric")
                        .put("name", of.path("metricName").asText(""));
                put(name, "selector", of.path(source.equals("external") ? "metricSelector" : "selector"), false);
            }
            if (!status) {
                value.put(
                        "type",
                        (value.has("value") && !value.has("averageValue"))
                                        || (source.equals("external") && value.has("value"))
                                ? "Value"
                                : value.has("averageUtilization") ? "Utilization" : "AverageValue");
            }
            part.set(amount, value);
        }
        return to;
    }

    private static void requireObject(JsonNode value) {
        if (!value.isObject()) {
            throw new DecodeException(FieldPath.ROOT, "no object");
        }
    }

    private static void requireTexts(JsonNode object, List<String> fields) {
        requireObject(object);
        for (String field : fields) {
            JsonNode value = object.path(field);
            if (!Json.isAbsent(value) && !value.isTextual()) {
                throw new DecodeException(new FieldPath(field), "no text");
            }
        }
    }

    private static JsonNode quantity(JsonNode value) {
        if (Json.isAbsent(value)) {
            return value;
        }
        if (!value.isTextual() && !value.isNumber()) {
            throw new DecodeException(FieldPath.ROOT, "no quantity");
        }
        try {
            return Json.NODES.textNode(GoQuantities.canonical(value.asText(), false));
        } catch (IllegalArgumentException e) {
            throw new DecodeException(FieldPath.ROOT, String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode percent(JsonNode value) {
        if (!Json.isAbsent(value) && !value.isIntegralNumber()) {
            throw new DecodeException(FieldPath.ROOT, "no number");
        }
        return value;
    }

    /** The fields of an object that are present, in an order. */
    private static ObjectNode ordered(JsonNode object, List<String> fields) {
        ObjectNode ordered = Json.NODES.objectNode();
        for (String field : fields) {
            if (object.has(field)) {
                ordered.set(field, object.get(field));
            }
        }
        return ordered;
    }

    /** A behavior with Go's names, where nothing is left out. */
    private static ObjectNode capital(JsonNode behavior) {
        ObjectNode to = Json.NODES.objectNode();
        for (String direction : List.of("scaleUp", "scaleDown")) {
            JsonNode rules = behavior.path(direction);
            ObjectNode part = Json.NODES.objectNode();
            for (String field : List.of("stabilizationWindowSeconds", "selectPolicy", "policies", "tolerance")) {
                part.set(capital(field), rules.has(field) ? rules.get(field) : Json.NODES.nullNode());
            }
            if (rules.path("policies").isArray()) {
                ArrayNode policies = part.putArray("Policies");
                for (JsonNode policy : rules.path("policies")) {
                    ObjectNode one = policies.addObject();
                    for (String field : List.of("type", "value", "periodSeconds")) {
                        one.set(capital(field), policy.path(field));
                    }
                }
            }
            to.set(capital(direction), rules.isObject() ? part : Json.NODES.nullNode());
        }
        return to;
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static ObjectNode behavior(JsonNode written) {
        ObjectNode to = Json.NODES.objectNode();
        for (String direction : List.of("scaleUp", "scaleDown")) {
            if (anyCase(written, direction) instanceof ObjectNode rules) {
                ObjectNode part = to.putObject(direction);
                for (String field : List.of("stabilizationWindowSeconds", "selectPolicy", "tolerance")) {
                    put(part, field, anyCase(rules, field), false);
                }
                if (anyCase(rules, "policies") instanceof ArrayNode policies) {
                    ArrayNode list = part.putArray("policies");
                    for (JsonNode policy : policies) {
                        ObjectNode one = list.addObject();
                        one.put("type", anyCase(policy, "type").asText(""));
                        one.put("value", anyCase(policy, "value").asLong());
                        one.put(
                                "periodSeconds",
                                anyCase(policy, "periodSeconds").asLong());
                    }
                }
            }
        }
        return to;
    }

    /** Go finds fields in any case. */
    private static JsonNode anyCase(JsonNode object, String name) {
        return object.propertyStream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Json.NODES.missingNode());
    }

    /** The elements of a list in an annotation; empty if there is none, or it is not one: a user may write anything. */
    private static Optional<ArrayNode> list(
            ObjectNode tree, String annotation, Function<JsonNode, ObjectNode> element) {
        try {
            return written(tree, annotation).filter(JsonNode::isArray).map(list -> {
                ArrayNode converted = Json.NODES.arrayNode();
                list.forEach(one -> converted.add(element.apply(one.isNull() ? Json.NODES.objectNode() : one)));
                return converted;
            });
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> written(ObjectNode tree, String annotation) {
        JsonNode text = tree.path("metadata").path("annotations").path(annotation);
        if (!text.isTextual()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.parse(text.asText().getBytes(StandardCharsets.UTF_8)));
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    /** Writes an annotation as Go's encoder writes a struct: the fields in the order of their declaration. */
    private static void keep(ObjectNode tree, String annotation, JsonNode value) {
        if (!value.isEmpty()) {
            String text = value.toString()
                    .replace("<", "\\u003c")
                    .replace(">", "\\u003e")
                    .replace("&", "\\u0026");
            ObjectTrees.object(ObjectTrees.metadata(tree), "annotations").put(annotation, text);
        }
    }
}
