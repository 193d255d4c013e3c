package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Whether a schema is structural: every field says what it is. */
final class StructureRules {

    private final List<FieldError> errors = new ArrayList<>();

    private StructureRules() {}

    static List<FieldError> check(JsonNode schema, Place place) {
        StructureRules rules = new StructureRules();
        rules.fields(schema, place);
        return rules.errors;
    }

    private void node(JsonNode schema, Place place) {
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

    private void fields(JsonNode schema, Place place) {
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            node(property.getValue(), new Place(place.path() + ".properties[" + property.getKey() + "]"));
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

    private void pattern(JsonNode schema, Place place) {
        try {
            Pattern.compile(schema.path("pattern").asText());
        } catch (PatternSyntaxException e) {
            errors.add(FieldError.invalid(
                    place.field("pattern"),
                    schema.path("pattern"),
                    "must be a valid regular expression, but isn't: " + e.getDescription()));
        }
    }
}
