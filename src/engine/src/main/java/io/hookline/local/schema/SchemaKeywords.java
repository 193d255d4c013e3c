package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks which keywords the schema of a CustomResourceDefinition uses, and how: those of lists and maps among them. */
public final class SchemaKeywords {

    private static final Set<String> TYPES = Set.of("string", "number", "integer", "boolean", "array", "object");
    private static final Set<String> SHOWN_TYPES =
            new TreeSet<>(Set.of("string", "number", "integer", "boolean", "array", "object"));
    private static final Set<String> METADATA = Set.of("metadata", "kind", "apiVersion");
    private static final List<String> UNSUPPORTED =
            List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");
    private static final String LIST_TYPE = "x-kubernetes-list-type";
    private static final String KEYS = "x-kubernetes-list-map-keys";
    private static final String MAP_TYPE = "x-kubernetes-map-type";
    private static final String RULES = "x-kubernetes-validations";

    private final List<FieldError> errors = new ArrayList<>();

    private SchemaKeywords() {}

    /**
     * What surrounds a schema.
     *
     * @param noDefaults why defaults are forbidden; empty if they are not
     * @param inMetadata whether it is of metadata, kind or apiVersion of an object, also of an embedded one
     */
    private record Around(String noDefaults, boolean inMetadata) {
        private Around withoutDefaults(String why) {
            return new Around(why, inMetadata);
        }
    }

    public static List<FieldError> check(JsonNode schema, FieldPath place) {
        SchemaKeywords keywords = new SchemaKeywords();
        keywords.node(schema, new Around("", false), true, place);
        return keywords.errors;
    }

    /** Whether a schema uses keywords that make it impossible to say whether it is structural. */
    public static boolean isUnsupported(JsonNode schema) {
        for (String keyword : UNSUPPORTED) {
            if (schema.has(keyword)
                    && (schema.path(keyword).isValueNode()
                            || !schema.path(keyword).isEmpty())) {
                return true;
            }
        }
        boolean here = schema.has("$schema")
                || schema.path("items").isArray()
                || isFalse(schema.path("x-kubernetes-preserve-unknown-fields"));
        return here || children(schema).values().stream().anyMatch(SchemaKeywords::isUnsupported);
    }

    private static boolean isFalse(JsonNode flag) {
        return flag.isBoolean() && !flag.booleanValue();
    }

    /** The schemas in a schema, by their path. */
    private static Map<String, JsonNode> children(JsonNode schema) {
        Map<String, JsonNode> children = new TreeMap<>();
        for (String one : List.of("not", "items", "additionalProperties")) {
            if (schema.path(one).isObject()) {
                children.put(one, schema.path(one));
            }
        }
        for (String many : List.of("allOf", "oneOf", "anyOf", "items")) {
            for (int i = 0; schema.path(many).isArray() && i < schema.path(many).size(); i++) {
                children.put(many + "[" + i + "]", schema.path(many).get(i));
            }
        }
        for (String map : List.of("properties", "definitions", "dependencies")) {
            schema.path(map).properties().stream()
                    .filter(child -> child.getValue().isObject())
                    .forEach(child -> children.put(map + "[" + child.getKey() + "]", child.getValue()));
        }
        return children;
    }

    private void node(JsonNode schema, Around around, boolean root, FieldPath place) {
        keywords(schema, around, place);
        if (schema.path("uniqueItems").asBoolean()) {
            forbidden(
                    place.field("uniqueItems"),
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        JsonNode additional = schema.path("additionalProperties");
        if (!schema.path("properties").isEmpty() && (additional.isObject() || isFalse(additional))) {
            forbidden(place.field("additionalProperties"), "additionalProperties and properties are mutual exclusive");
        }
        boolean whole = root || schema.path("x-kubernetes-embedded-resource").asBoolean();
        children(schema).forEach((path, child) -> {
            Around inside = around;
            if (path.equals("additionalProperties") && around.inMetadata) {
                inside = around.withoutDefaults("inside additionalProperties applying to object metadata");
            } else if (path.startsWith("properties[")) {
                inside = ofProperty(path.substring("properties[".length(), path.length() - 1), around, whole, root);
            }
            node(child, inside, false, new FieldPath(place.path() + "." + path));
        });
        preserving(schema, place);
        mapType(schema, place);
        listType(schema, place);
        mapKeys(schema, place);
        uniqueness(schema, place);
        rules(schema, place);
    }

    private static Around ofProperty(String name, Around around, boolean whole, boolean root) {
        if (!whole || !METADATA.contains(name)) {
            return around;
        }
        return new Around(root ? "in top-level " + name : around.noDefaults, true);
    }

    private void keywords(JsonNode schema, Around around, FieldPath place) {
        String type = schema.path("type").asText();
        if (!type.isEmpty() && !TYPES.contains(type)) {
            errors.add(FieldError.unsupported(place.field("type"), schema.path("type"), SHOWN_TYPES));
        }
        if (schema.has("default") && !around.noDefaults.isEmpty()) {
            forbidden(place.field("default"), "must not be set " + around.noDefaults);
        }
        for (String keyword : UNSUPPORTED) {
            if (schema.has(keyword)) {
                forbidden(place.field(keyword), keyword + " is not supported");
            }
        }
        if (type.equals("null")) {
            forbidden(place.field("type"), "type cannot be set to null, use nullable as an alternative");
        }
        if (schema.path("items").isArray()) {
            forbidden(place.field("items"), "items must be a schema object and not an array");
        }
        if (around.inMetadata && schema.path("x-kubernetes-embedded-resource").asBoolean()) {
            forbidden(place.field("x-kubernetes-embedded-resource"), "must not be used inside of resource meta");
        }
    }

    private void preserving(JsonNode schema, FieldPath place) {
        JsonNode preserve = schema.path("x-kubernetes-preserve-unknown-fields");
        if (preserve.isBoolean() && !preserve.booleanValue()) {
            errors.add(FieldError.invalid(
                    place.field("x-kubernetes-preserve-unknown-fields"), preserve, "must be true or undefined"));
        }
    }

    private void typed(JsonNode schema, String keyword, String type, FieldPath place) {
        if (schema.has(keyword) && !schema.path("type").asText().equals(type)) {
            String why = "must be " + type + " if " + keyword + " is specified";
            errors.add(
                    schema.has("type")
                            ? FieldError.invalid(place.field("type"), schema.path("type"), why)
                            : FieldError.required(place.field("type").path(), why));
        }
    }

    private void mapType(JsonNode schema, FieldPath place) {
        typed(schema, MAP_TYPE, "object", place);
        JsonNode mapType = schema.path(MAP_TYPE);
        if (!mapType.isMissingNode() && !Set.of("atomic", "granular").contains(mapType.asText())) {
            errors.add(FieldError.unsupported(place.field(MAP_TYPE), mapType, List.of("atomic", "granular")));
        }
    }

    private void listType(JsonNode schema, FieldPath place) {
        typed(schema, LIST_TYPE, "array", place);
        JsonNode listType = schema.path(LIST_TYPE);
        JsonNode items = schema.path("items");
        if (listType.asText().equals("set") && schema.path("type").asText().equals("array")) {
            String why = "must be atomic as item of a list with x-kubernetes-list-type=set";
            String itemType = items.path("type").asText();
            if (itemType.equals("array")
                    && items.has(LIST_TYPE)
                    && !items.path(LIST_TYPE).asText().equals("atomic")) {
                errors.add(FieldError.invalid(place.field("items").field(LIST_TYPE), items.path(LIST_TYPE), why));
            }
            if (itemType.equals("object") && !items.path(MAP_TYPE).asText().equals("atomic")) {
                errors.add(FieldError.invalid(place.field("items").field(MAP_TYPE), Json.NODES.nullNode(), why));
            }
        }
        if (!listType.isMissingNode() && !Set.of("atomic", "set", "map").contains(listType.asText())) {
            errors.add(FieldError.unsupported(place.field(LIST_TYPE), listType, List.of("atomic", "set", "map")));
        }
        if (!schema.path(KEYS).isEmpty() && !listType.asText().equals("map")) {
            String why = "must be map if x-kubernetes-list-map-keys is non-empty";
            errors.add(
                    listType.isMissingNode()
                            ? FieldError.required(place.field(LIST_TYPE).path(), why)
                            : FieldError.invalid(place.field(LIST_TYPE), listType, why));
        }
    }

    private void mapKeys(JsonNode schema, FieldPath place) {
        if (!schema.path(LIST_TYPE).asText().equals("map")) {
            return;
        }
        JsonNode items = schema.path("items");
        FieldPath itemsPlace = place.field("items");
        if (schema.path(KEYS).isEmpty()) {
            errors.add(FieldError.required(
                    place.field(KEYS).path(), "must not be empty if x-kubernetes-list-type is map"));
        }
        if (items.isMissingNode()) {
            errors.add(FieldError.required(itemsPlace.path(), "must have a schema if x-kubernetes-list-type is map"));
        } else if (!items.isObject()) {
            errors.add(FieldError.invalid(
                    itemsPlace, items, "must only have a single schema if x-kubernetes-list-type is map"));
        } else if (!items.path("type").asText().equals("object")) {
            errors.add(FieldError.invalid(
                    itemsPlace.field("type").path(),
                    items.path("type").asText(),
                    "must be object if parent array's x-kubernetes-list-type is map"));
        } else {
            keys(schema.path(KEYS), items.path("properties"), place);
        }
    }

    private void keys(JsonNode keys, JsonNode properties, FieldPath place) {
        Set<String> seen = new HashSet<>();
        for (String key : ObjectTrees.texts(keys)) {
            JsonNode property = properties.path(key);
            if (property.isMissingNode()) {
                errors.add(FieldError.invalid(place.field(KEYS), keys, "entries must all be names of item properties"));
            } else if (Set.of("array", "object").contains(property.path("type").asText())) {
                errors.add(FieldError.invalid(
                        StructuralSchemaRules.property(place.field("items"), key)
                                .field("type"),
                        property.path("type"),
                        "must be a scalar type if parent array's x-kubernetes-list-type is map"));
            }
            if (!seen.add(key)) {
                errors.add(FieldError.invalid(place.field(KEYS), keys, "must not contain duplicate entries"));
            }
        }
    }

    /** What makes elements of a list distinct must be there. */
    private void uniqueness(JsonNode schema, FieldPath place) {
        String listType = schema.path(LIST_TYPE).asText();
        JsonNode items = schema.path("items");
        if (!items.isObject() || !Set.of("set", "map").contains(listType)) {
            return;
        }
        if (items.path("nullable").asBoolean()) {
            forbidden(
                    place.field("items").field("nullable"),
                    "cannot be nullable when x-kubernetes-list-type is " + listType);
        }
        List<String> required = ObjectTrees.texts(items.path("required"));
        for (String key : listType.equals("map") ? ObjectTrees.texts(schema.path(KEYS)) : List.<String>of()) {
            JsonNode property = items.path("properties").path(key);
            FieldPath at = StructuralSchemaRules.property(place.field("items"), key);
            if (!property.isMissingNode() && !required.contains(key) && !property.has("default")) {
                errors.add(FieldError.required(
                        at.field("default").path(),
                        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required"
                                + " property"));
            }
            if (property.path("nullable").asBoolean()) {
                forbidden(
                        at.field("nullable"),
                        "this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
            }
        }
    }

    /** What can be said of CEL rules without compiling them. */
    private void rules(JsonNode schema, FieldPath place) {
        for (int i = 0; i < schema.path(RULES).size(); i++) {
            rule(schema, schema.path(RULES).get(i), place.field(RULES).index(i));
        }
    }

    private void rule(JsonNode schema, JsonNode rule, FieldPath place) {
        String text = rule.path("rule").asText();
        String message = rule.path("message").asText();
        if (text.isBlank()) {
            errors.add(FieldError.required(place.field("rule").path(), "rule is not specified"));
        } else if (!message.isEmpty() && message.isBlank()) {
            errors.add(
                    FieldError.invalid(place.field("message"), rule.path("message"), "must be non-empty if specified"));
        } else if (hasNewlines(message.strip())) {
            errors.add(
                    FieldError.invalid(place.field("message"), rule.path("message"), "must not contain line breaks"));
        } else if (hasNewlines(text.strip()) && message.isEmpty()) {
            errors.add(FieldError.required(
                    place.field("message").path(), "message must be specified if rule contains line breaks"));
        }
        if (rule.has("messageExpression")
                && rule.path("messageExpression").asText().isBlank()) {
            errors.add(FieldError.required(
                    place.field("messageExpression").path(), "messageExpression must be non-empty if specified"));
        }
        if (rule.has("reason") && !REASONS.contains(rule.path("reason").asText())) {
            errors.add(FieldError.unsupported(place.field("reason"), rule.path("reason"), REASONS));
        }
        JsonNode path = rule.path("fieldPath");
        FieldPath at = place.field("fieldPath");
        if (!path.asText().isEmpty()) {
            if (path.asText().isBlank()) {
                errors.add(FieldError.invalid(at, path, "must be non-empty if specified"));
            }
            if (hasNewlines(path.asText())) {
                errors.add(FieldError.invalid(at, path, "must not contain line breaks"));
            }
            if (!isUnsupported(schema) && !(SchemaPath.find(path.asText(), schema, true) instanceof SchemaPath.Found)) {
                errors.add(FieldError.invalid(at, path, "must be a valid path"));
            }
        }
    }

    private static boolean hasNewlines(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    private void forbidden(FieldPath place, String why) {
        errors.add(FieldError.forbidden(place.path(), why));
    }
}
