package io.hookline.hook.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads and writes the answer of a customize hook: {@code {"relatedResources": [rule, ...]}}. */
final class RuleJson {

    static final String LIST = "relatedResources";
    static final Set<String> ANSWER_FIELDS = Set.of(LIST);

    static final Set<String> FIELDS =
            Set.of("apiVersion", "resource", "labelSelector", "namespaceSelector", "namespace", "names");

    /** The fields of a rule that are label selectors. */
    static final List<String> SELECTORS = List.of("labelSelector", "namespaceSelector");

    private RuleJson() {}

    static List<RelatedRule> read(JsonNode json, List<String> problems) {
        ObjectNode answer = Json.object(json, FieldPath.ROOT);
        addUnknown(answer, FieldPath.ROOT, ANSWER_FIELDS, problems);
        List<RelatedRule> rules = new ArrayList<>();
        JsonNode list = answer.path(LIST);
        if (Json.isAbsent(list)) {
            return rules;
        }
        FieldPath place = FieldPath.ROOT.field(LIST);
        for (JsonNode element : Json.list(list, place)) {
            FieldPath at = place.index(rules.size());
            ObjectNode rule = Json.object(element, at);
            addUnknown(rule, at, FIELDS, problems);
            for (String selector : SELECTORS) {
                LabelSelector.unknownFields(rule.path(selector), at.field(selector))
                        .forEach(field -> problems.add(unknown(field)));
            }
            rules.add(rule(rule, at));
        }
        return rules;
    }

    private static RelatedRule rule(ObjectNode json, FieldPath place) {
        return new RelatedRule(
                required(json, place, "apiVersion"),
                required(json, place, "resource"),
                selector(json, place, "labelSelector"),
                selector(json, place, "namespaceSelector"),
                Json.isAbsent(json.path("namespace"))
                        ? ""
                        : Json.text(json.path("namespace"), place.field("namespace")),
                names(json.path("names"), place.field("names")));
    }

    private static String required(ObjectNode json, FieldPath place, String field) {
        String value = Json.text(json.path(field), place.field(field));
        if (value.isEmpty()) {
            throw DecodeException.expected(place.field(field), "a string", "empty");
        }
        return value;
    }

    private static Optional<LabelSelector> selector(ObjectNode json, FieldPath place, String field) {
        JsonNode selector = json.path(field);
        return Json.isAbsent(selector)
                ? Optional.empty()
                : Optional.of(LabelSelector.fromJson(selector, place.field(field)));
    }

    private static List<String> names(JsonNode json, FieldPath place) {
        List<String> names = new ArrayList<>();
        if (!Json.isAbsent(json)) {
            for (JsonNode name : Json.list(json, place)) {
                names.add(Json.text(name, place.index(names.size())));
            }
        }
        return names;
    }

    private static void addUnknown(ObjectNode json, FieldPath place, Set<String> known, List<String> problems) {
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            if (!known.contains(field.getKey())) {
                problems.add(unknown(place.field(field.getKey())));
            }
        }
    }

    private static String unknown(FieldPath field) {
        return "unknown field \"" + field + "\"";
    }

    static JsonText write(List<RelatedRule> rules) {
        ObjectNode answer = Json.NODES.objectNode();
        ArrayNode list = answer.putArray(LIST);
        for (RelatedRule rule : rules) {
            ObjectNode json = list.addObject();
            json.put("apiVersion", rule.apiVersion()).put("resource", rule.resource());
            rule.labelSelector().ifPresent(selector -> json.set("labelSelector", selectorJson(selector)));
            rule.namespaceSelector().ifPresent(selector -> json.set("namespaceSelector", selectorJson(selector)));
            if (!rule.namespace().isEmpty()) {
                json.put("namespace", rule.namespace());
            }
            if (!rule.names().isEmpty()) {
                ArrayNode names = json.putArray("names");
                rule.names().forEach(names::add);
            }
        }
        return new JsonText(GoJson.bytes(answer));
    }

    /** A requirement of one value becomes {@code matchLabels}, any other one {@code matchExpressions}. */
    private static ObjectNode selectorJson(LabelSelector selector) {
        ObjectNode json = Json.NODES.objectNode();
        for (Requirement requirement : selector.requirements()) {
            boolean simple = requirement.operator() == Operator.IN
                    && requirement.values().size() == 1
                    && !json.path("matchLabels").has(requirement.key());
            if (simple) {
                json.withObjectProperty("matchLabels")
                        .put(requirement.key(), requirement.values().getFirst());
            } else {
                ObjectNode expression =
                        json.withArrayProperty("matchExpressions").addObject();
                expression.put("key", requirement.key()).put("operator", operator(requirement.operator()));
                if (!requirement.values().isEmpty()) {
                    ArrayNode values = expression.putArray("values");
                    requirement.values().forEach(values::add);
                }
            }
        }
        return json;
    }

    private static String operator(Operator operator) {
        return switch (operator) {
            case IN -> "In";
            case NOT_IN -> "NotIn";
            case EXISTS -> "Exists";
            case DOES_NOT_EXIST -> "DoesNotExist";
        };
    }
}
