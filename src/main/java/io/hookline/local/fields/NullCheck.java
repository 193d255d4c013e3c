package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.Schema;
import io.hookline.object.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Refuses nulls in a custom resource after an apply, as the real server does. They are in the configuration, or they
 * replace an object or a list of which a manager has given up the last part.
 */
final class NullCheck {

    private final List<FieldError> errors = new ArrayList<>();

    private NullCheck() {}

    static void check(ServedResource resource, JsonNode merged, Schema schema) {
        if (!resource.isCustom()) {
            return;
        }
        NullCheck check = new NullCheck();
        for (Map.Entry<String, JsonNode> field : merged.properties()) {
            if (!field.getKey().equals("metadata")) {
                check.value(field.getValue(), schema.field(field.getKey()), FieldPath.ROOT.field(field.getKey()));
            }
        }
        if (!check.errors.isEmpty()) {
            String name = merged.path("metadata").path("name").asText();
            throw ApiErrors.invalid(resource.api().gvk(), name, check.errors);
        }
    }

    private void value(JsonNode value, Schema schema, FieldPath place) {
        if (value.isNull()) {
            if (schema.refusesNull()) {
                errors.add(new FieldError(
                        place.path(),
                        "Invalid value: \"null\": " + place.path() + " in body must be of type " + schema.type()
                                + ": \"null\""));
            }
        } else if (value.isObject()) {
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                value(field.getValue(), schema.field(field.getKey()), place.field(field.getKey()));
            }
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                value(value.get(i), schema.element(), place.index(i));
            }
        }
    }
}
