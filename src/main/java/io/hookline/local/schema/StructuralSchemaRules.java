package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks that a schema is structural: every field has a type. */
public final class StructuralSchemaRules {

    private final List<FieldError> errors = new ArrayList<>();

    private StructuralSchemaRules() {}

    public static List<FieldError> check(JsonNode schema, FieldPath place) {
        StructuralSchemaRules rules = new StructuralSchemaRules();
        rules.pattern(schema, place);
        rules.fields(schema, place);
        return rules.errors;
    }

    private void node(JsonNode schema, FieldPath place) {
        boolean typed = !schema.path("type").asText().isEmpty()
                || schema.path("x-kubernetes-int-or-string").asBoolean()
                || schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
        if (!typed) {
            errors.add(
                    FieldError.required(place.field("type").path(), "must not be empty for specified object fields"));
        }
        if (schema.path("type").asText().equals("array")
                && !schema.path("items").isObject()) {
            errors.add(FieldError.required(place.field("items").path(), "must be specified"));
        }
        pattern(schema, place);
        fields(schema, place);
    }

    private void fields(JsonNode schema, FieldPath place) {
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            node(property.getValue(), property(place, property.getKey()));
        }
        if (schema.path("additionalProperties").isObject()) {
            node(schema.path("additionalProperties"), place.field("additionalProperties"));
            if (schema.path("properties").size() > 0) {
                errors.add(FieldError.forbidden(
                        place.field("additionalProperties").path(),
                        "additionalProperties and properties are mutual exclusive"));
            }
        }
        if (schema.path("items").isObject()) {
            node(schema.path("items"), place.field("items"));
        }
    }

    private void pattern(JsonNode schema, FieldPath place) {
        GoPatterns.problem(schema.path("pattern").asText())
                .ifPresent(problem -> errors.add(FieldError.invalid(
                        place.field("pattern"),
                        schema.path("pattern"),
                        "must be a valid regular expression, but isn't: " + problem)));
        for (String combined : List.of("allOf", "anyOf", "oneOf")) {
            for (int i = 0; i < schema.path(combined).size(); i++) {
                patterns(schema.path(combined).get(i), place.field(combined).index(i));
            }
        }
        patterns(schema.path("not"), place.field("not"));
    }

    /** Checks the patterns of a schema that only adds rules for values: its fields need no type. */
    private void patterns(JsonNode schema, FieldPath place) {
        if (!schema.isObject()) {
            return;
        }
        pattern(schema, place);
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            patterns(property.getValue(), property(place, property.getKey()));
        }
        patterns(schema.path("additionalProperties"), place.field("additionalProperties"));
        patterns(schema.path("items"), place.field("items"));
    }

    private static FieldPath property(FieldPath place, String name) {
        return new FieldPath(place.path() + ".properties[" + name + "]");
    }
}
