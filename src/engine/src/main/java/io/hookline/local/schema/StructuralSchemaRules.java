package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks that a schema is structural: every field has a type, and what {@code allOf}, {@code anyOf}, {@code oneOf} and
 * {@code not} add are only rules for values.
 */
public final class StructuralSchemaRules {

    private static final JsonNode INTEGER_OR_STRING = Json.NODES
            .arrayNode()
            .add(Json.NODES.objectNode().put("type", "integer"))
            .add(Json.NODES.objectNode().put("type", "string"));

    private static final List<String> COMBINED = List.of("anyOf", "allOf", "oneOf");

    /** What may not be in the schema of a rule for values, and why. */
    private static final Map<String, String> NOT_NESTED = Map.of(
            "type", "must be empty to be structural",
            "default", "must be undefined to be structural",
            "title", "must be empty to be structural",
            "description", "must be empty to be structural",
            "x-kubernetes-list-map-keys", "must be empty to be structural",
            "x-kubernetes-list-type", "must be undefined to be structural",
            "x-kubernetes-map-type", "must be undefined to be structural",
            "x-kubernetes-validations", "must be empty to be structural");

    private static final List<String> NOT_NESTED_FLAGS = List.of(
            "nullable",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string");

    private final List<FieldError> errors = new ArrayList<>();

    private StructuralSchemaRules() {}

    /** The place of a schema in the schema of the whole object. */
    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String untyped;

        Level(String untyped) {
            this.untyped = untyped;
        }
    }

    public static List<FieldError> check(JsonNode schema, FieldPath place) {
        StructuralSchemaRules rules = new StructuralSchemaRules();
        rules.node(schema, Level.ROOT, place);
        rules.complete(schema, schema, place, place);
        return rules.errors;
    }

    private void node(JsonNode schema, Level level, FieldPath place) {
        String type = schema.path("type").asText();
        boolean embedded = is(schema, "x-kubernetes-embedded-resource");
        JsonNode items = schema.path("items");
        JsonNode additional = schema.path("additionalProperties");
        if (items.isObject()) {
            node(items, Level.ITEM, place.field("items"));
        } else if (type.equals("array")) {
            required(place.field("items"), "must be specified");
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            node(property.getValue(), Level.FIELD, property(place, property.getKey()));
        }
        if (level == Level.ROOT && !additional.isMissingNode()) {
            forbidden(place.field("additionalProperties"), "must not be used at the root");
        }
        if (additional.isObject()) {
            node(additional, Level.FIELD, place.field("additionalProperties"));
        }
        intOrString(schema, place);
        values(
                schema,
                isIntOrString(schema.path("anyOf")),
                isIntOrString(schema.path("allOf").path(0).path("anyOf")),
                place);
        type(schema, type, level, place);
        if (embedded && !additional.isMissingNode()) {
            forbidden(place.field("additionalProperties"), "must not be used if x-kubernetes-embedded-resource is set");
        }
        metadata(schema, level, place);
        if (embedded
                && !is(schema, "x-kubernetes-preserve-unknown-fields")
                && schema.path("properties").isEmpty()) {
            required(
                    place.field("properties"),
                    "must not be empty if x-kubernetes-embedded-resource is true without"
                            + " x-kubernetes-preserve-unknown-fields");
        }
    }

    private void type(JsonNode schema, String type, Level level, FieldPath place) {
        if (is(schema, "x-kubernetes-embedded-resource") && !type.equals("object")) {
            String why = "must be object if x-kubernetes-embedded-resource is true";
            if (type.isEmpty()) {
                required(place.field("type"), why);
            } else {
                invalid(place.field("type"), schema.path("type"), why);
            }
        } else if (type.isEmpty()
                && !is(schema, "x-kubernetes-int-or-string")
                && !is(schema, "x-kubernetes-preserve-unknown-fields")) {
            required(place.field("type"), level.untyped);
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            invalid(place.field("type"), schema.path("type"), "must be object at the root");
        }
    }

    private void intOrString(JsonNode schema, FieldPath place) {
        for (String other : List.of("x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource")) {
            if (is(schema, "x-kubernetes-int-or-string") && is(schema, other)) {
                invalid(place.field(other), schema.path(other), "must be false if x-kubernetes-int-or-string is true");
            }
        }
    }

    /** Schemas of metadata may restrict only names, and those of embedded objects only fields. */
    private void metadata(JsonNode schema, Level level, FieldPath place) {
        boolean whole = level == Level.ROOT || is(schema, "x-kubernetes-embedded-resource");
        JsonNode properties = schema.path("properties");
        for (String field : List.of("kind", "apiVersion")) {
            String type = properties.path(field).path("type").asText();
            if (whole && properties.has(field) && !type.equals("string")) {
                FieldPath at = property(place, field).field("type");
                errors.add(FieldError.invalid(at.path(), type, "must be string"));
            }
        }
        if (!whole || !properties.has("metadata")) {
            return;
        }
        JsonNode metadata = properties.path("metadata");
        FieldPath at = property(place, "metadata");
        String type = metadata.path("type").asText();
        if (!type.equals("object")) {
            errors.add(FieldError.invalid(at.field("type").path(), type, "must be object"));
        }
        if (level == Level.ROOT && restrictsMore(metadata)) {
            forbidden(
                    at,
                    "must not specify anything other than name and generateName, but metadata is implicitly specified");
        }
    }

    private static boolean restrictsMore(JsonNode metadata) {
        for (Map.Entry<String, JsonNode> field : metadata.properties()) {
            boolean names = field.getKey().equals("properties")
                    && List.of("name", "generateName")
                            .containsAll(field.getValue().properties().stream()
                                    .map(Map.Entry::getKey)
                                    .toList());
            if (!names && !List.of("type", "default").contains(field.getKey())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIntOrString(JsonNode anyOf) {
        return anyOf.equals(INTEGER_OR_STRING);
    }

    /**
     * The rules for values of a schema.
     *
     * @param anyType whether {@code anyOf} may have types, as one form of int-or-string has
     * @param firstAnyType the same for {@code anyOf} in the first schema of {@code allOf}
     */
    private void values(JsonNode schema, boolean anyType, boolean firstAnyType, FieldPath place) {
        for (String combined : COMBINED) {
            JsonNode all = schema.path(combined);
            for (int i = 0; i < all.size() && !(anyType && combined.equals("anyOf")); i++) {
                boolean skip = firstAnyType && i == 0 && combined.equals("allOf");
                nested(all.get(i), skip, place.field(combined).index(i));
            }
        }
        if (schema.path("not").isObject()) {
            nested(schema.path("not"), false, place.field("not"));
        }
        GoPatterns.problem(schema.path("pattern").asText())
                .ifPresent(problem -> invalid(
                        place.field("pattern"),
                        schema.path("pattern"),
                        "must be a valid regular expression, but isn't: " + problem));
    }

    private void nested(JsonNode schema, boolean anyType, FieldPath place) {
        values(schema, anyType, false, place);
        if (schema.path("items").isObject()) {
            nested(schema.path("items"), false, place.field("items"));
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            nested(property.getValue(), false, property(place, property.getKey()));
        }
        JsonNode additional = schema.path("additionalProperties");
        if (additional.isObject() || additional.asBoolean()) {
            forbidden(place.field("additionalProperties"), "must be undefined to be structural");
        }
        NOT_NESTED.forEach((field, why) -> {
            if (schema.has(field)) {
                forbidden(place.field(field), why);
            }
        });
        for (String flag : NOT_NESTED_FLAGS) {
            if (is(schema, flag)) {
                forbidden(place.field(flag), "must be false to be structural");
            }
        }
        if (schema.path("properties").has("metadata")) {
            forbidden(property(place, "metadata"), "must not be specified in a nested context");
        }
    }

    /** A rule for the value of a field needs the field; the real server looks only at those of the root. */
    private void complete(JsonNode rules, JsonNode schema, FieldPath place, FieldPath rulesPlace) {
        if (!schema.isObject()) {
            required(place, "because it is defined in " + rulesPlace.path());
            return;
        }
        for (String combined : COMBINED) {
            for (int i = 0; i < rules.path(combined).size(); i++) {
                FieldPath at = rulesPlace.field(combined).index(i);
                completeNested(rules.path(combined).get(i), schema, place, at);
            }
        }
        if (rules.path("not").isObject()) {
            completeNested(rules.path("not"), schema, place, rulesPlace.field("not"));
        }
    }

    private void completeNested(JsonNode rules, JsonNode schema, FieldPath place, FieldPath rulesPlace) {
        complete(rules, schema, place, rulesPlace);
        if (!schema.isObject()) {
            return;
        }
        if (rules.path("items").isObject()) {
            FieldPath at = rulesPlace.field("items");
            completeNested(rules.path("items"), schema.path("items"), place.field("items"), at);
        }
        for (Map.Entry<String, JsonNode> property : rules.path("properties").properties()) {
            completeNested(
                    property.getValue(),
                    schema.path("properties").path(property.getKey()),
                    property(place, property.getKey()),
                    property(rulesPlace, property.getKey()));
        }
    }

    private static boolean is(JsonNode schema, String flag) {
        return schema.path(flag).asBoolean();
    }

    /** The place of the schema of a field. */
    public static FieldPath property(FieldPath place, String name) {
        return place.field("properties").field("[" + name + "]");
    }

    private void required(FieldPath place, String why) {
        errors.add(FieldError.required(place.path(), why));
    }

    private void forbidden(FieldPath place, String why) {
        errors.add(FieldError.forbidden(place.path(), why));
    }

    private void invalid(FieldPath place, JsonNode value, String why) {
        errors.add(FieldError.invalid(place, value, why));
    }
}
