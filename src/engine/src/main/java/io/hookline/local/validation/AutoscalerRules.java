package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.resource.Autoscalers;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Validates HorizontalPodAutoscalers, those of version 1 as what they are in version 2. */
final class AutoscalerRules extends FieldChecks {

    private static final FieldPath SPEC = new FieldPath("spec");

    /** The field of a metric by its type, in the order in which a real server looks for them. */
    private static final Map<String, String> SOURCES = ordered(
            "Object", "object",
            "External", "external",
            "Pods", "pods",
            "Resource", "resource",
            "ContainerResource", "containerResource");

    private AutoscalerRules() {}

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    static List<FieldError> check(ObjectNode tree) {
        AutoscalerRules rules = new AutoscalerRules();
        JsonNode spec = Autoscalers.inVersion2(tree).path("spec");
        rules.replicas(spec);
        rules.scaled(spec.path("scaleTargetRef"));
        for (int i = 0; i < spec.path("metrics").size(); i++) {
            rules.metric(SPEC.field("metrics").index(i), spec.path("metrics").get(i));
        }
        for (String direction : List.of("scaleUp", "scaleDown")) {
            rules.scaling(
                    SPEC.field("behavior").field(direction),
                    spec.path("behavior").path(direction));
        }
        return rules.errors;
    }

    private void replicas(JsonNode spec) {
        JsonNode least = spec.path("minReplicas");
        if (least.isNumber() && least.asLong() < 1) {
            invalid(SPEC.field("minReplicas"), least, "must be greater than or equal to 1");
        }
        boolean canBeZero = spec.path("metrics")
                .valueStream()
                .anyMatch(metric -> List.of("Object", "External").contains(text(metric, "type")));
        if (least.isNumber() && least.asLong() == 0 && !canBeZero) {
            forbidden(
                    SPEC.field("metrics"),
                    "must specify at least one Object or External metric to support scaling to zero");
        }
        long most = spec.path("maxReplicas").asLong();
        if (most == 0) {
            required(SPEC.field("maxReplicas"), "must be set and greater than 0");
        } else if (most < 0) {
            invalid(SPEC.field("maxReplicas"), spec.path("maxReplicas"), "must be greater than 0");
        }
        if (most < least.asLong()) {
            invalid(
                    SPEC.field("maxReplicas"),
                    spec.path("maxReplicas"),
                    "must be greater than or equal to `minReplicas`");
        }
    }

    private void scaled(JsonNode target) {
        FieldPath place = SPEC.field("scaleTargetRef");
        reference(place, target);
        String version = text(target, "apiVersion");
        boolean core = !version.contains("/") && text(target, "kind").equals("ReplicationController");
        if (!isGroupVersion(version) || version.startsWith("/") || (!version.contains("/") && !core)) {
            invalid(place.field("apiVersion"), target.path("apiVersion"), "apiVersion must specify API group");
        }
    }

    private static boolean isGroupVersion(String version) {
        return version.chars().filter(c -> c == '/').count() < 2;
    }

    private void reference(FieldPath place, JsonNode reference) {
        for (String field : List.of("kind", "name")) {
            pathSegment(place, reference, field);
        }
    }

    private void pathSegment(FieldPath place, JsonNode object, String field) {
        if (has(object, place, field)) {
            name(place.field(field), NameForms.pathSegment(text(object, field)), object.path(field));
        }
    }

    private void metric(FieldPath place, JsonNode metric) {
        String type = text(metric, "type");
        String expected = SOURCES.getOrDefault(type, "");
        if (type.isEmpty()) {
            required(place.field("type"), "must specify a metric source type");
        }
        if (expected.isEmpty()) {
            errors.add(FieldError.unsupported(place.field("type"), metric.path("type"), SOURCES.keySet()));
        }
        List<String> given = new ArrayList<>(SOURCES.values());
        given.removeIf(source -> !metric.path(source).isObject());
        if (!given.isEmpty()) {
            source(given.getFirst(), place.field(given.getFirst()), metric.path(given.getFirst()));
        }
        if (!expected.isEmpty() && !given.contains(expected)) {
            required(place.field(expected), "must populate information for the given metric source");
        }
        if (given.size() > 1) {
            given.remove(expected);
            given.forEach(other -> forbidden(place.field(other), "must populate the given metric source only"));
        }
    }

    private void source(String source, FieldPath place, JsonNode metric) {
        FieldPath at = place.field("target");
        JsonNode target = metric.path("target");
        boolean hasValue = isGiven(target, "value");
        boolean hasAverage = isGiven(target, "averageValue");
        boolean hasUtilization = isGiven(target, "averageUtilization");
        target(at, target);
        switch (source) {
            case "object", "external", "pods" -> {
                pathSegment(place.field("metric"), metric.path("metric"), "name");
                if (!hasAverage && (source.equals("pods") || !hasValue)) {
                    required(at.field("averageValue"), "must set a target value");
                }
                if (source.equals("external") && hasValue && hasAverage) {
                    forbidden(at.field("value"), "may not set both a target value for metric and a per-pod target");
                }
                if (source.equals("object")) {
                    described(place.field("describedObject"), metric.path("describedObject"));
                }
            }
            default -> {
                boolean isNamed = has(metric, place, "name");
                if (source.equals("containerResource")) {
                    if (isNamed) {
                        errors.addAll(ResourceRules.ofContainer(place.field("name"), text(metric, "name")));
                    }
                    if (has(metric, place, "container")) {
                        name(
                                place.field("container"),
                                NameForms.label(text(metric, "container")),
                                metric.path("container"));
                    }
                }
                if (!hasUtilization && !hasAverage) {
                    required(
                            at.field("averageUtilization"),
                            "must set either a target raw value or a target utilization");
                }
                if (hasUtilization && hasAverage) {
                    forbidden(at.field("averageValue"), "may not set both a target raw value and a target utilization");
                }
            }
        }
    }

    private void described(FieldPath place, JsonNode object) {
        reference(place, object);
        if (!isGroupVersion(text(object, "apiVersion"))) {
            invalid(place.field("apiVersion"), object.path("apiVersion"), "must be a group and a version");
        }
    }

    private static boolean isGiven(JsonNode target, String field) {
        return !Json.isAbsent(target.path(field));
    }

    private void target(FieldPath place, JsonNode target) {
        if (text(target, "type").isEmpty()) {
            required(place.field("type"), "must specify a metric target type");
        }
        if (!List.of("AverageValue", "Utilization", "Value").contains(text(target, "type"))) {
            invalid(place.field("type"), target.path("type"), "must be either Utilization, Value, or AverageValue");
        }
        for (String field : List.of("value", "averageValue")) {
            JsonNode quantity = target.path(field);
            if (isGiven(target, field) && GoQuantities.value(quantity.asText()).signum() <= 0) {
                invalid(place.field(field), quantity, "must be positive");
            }
        }
        JsonNode percent = target.path("averageUtilization");
        if (percent.isNumber() && percent.asLong() < 1) {
            invalid(place.field("averageUtilization"), percent, "must be greater than 0");
        }
    }

    private void scaling(FieldPath place, JsonNode rules) {
        if (!rules.isObject()) {
            return;
        }
        between(place.field("stabilizationWindowSeconds"), rules.path("stabilizationWindowSeconds"), 0, 3600);
        oneOf(place.field("selectPolicy"), rules.path("selectPolicy"), List.of("Disabled", "Max", "Min"));
        JsonNode policies = rules.path("policies");
        if (policies.isEmpty()) {
            required(place.field("policies"), "must specify at least one Policy");
        }
        for (int i = 0; i < policies.size(); i++) {
            JsonNode policy = policies.get(i);
            FieldPath at = place.field("policies").index(i);
            if (!List.of("Percent", "Pods").contains(text(policy, "type"))) {
                errors.add(FieldError.unsupported(at.field("type"), policy.path("type"), List.of("Percent", "Pods")));
            }
            between(at.field("value"), policy.path("value"), 1, Integer.MAX_VALUE);
            between(at.field("periodSeconds"), policy.path("periodSeconds"), 1, 1800);
        }
        if (GoQuantities.value(rules.path("tolerance").asText()).signum() < 0) {
            invalid(place.field("tolerance"), rules.path("tolerance"), "must be greater than or equal to 0");
        }
    }
}
