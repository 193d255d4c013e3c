package io.hookline.cli.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.CrdField;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;

/** Adds the limits and the default of a {@link CrdField} to a schema. */
final class FieldLimits {

    private FieldLimits() {}

    static void add(CrdField field, ObjectNode schema, FieldPath place) {
        String type = schema.path("type").asText("string"); // int-or-string has none
        if (field.minimum() != Long.MIN_VALUE) {
            require(type.equals("integer") || type.equals("number"), "minimum", type, place);
            schema.put("minimum", field.minimum());
        }
        if (field.maximum() != Long.MAX_VALUE) {
            require(type.equals("integer") || type.equals("number"), "maximum", type, place);
            schema.put("maximum", field.maximum());
        }
        if (!field.pattern().isEmpty()) {
            require(type.equals("string"), "pattern", type, place);
            schema.put("pattern", whole(field.pattern()));
        }
        if (field.minSize() != 0) {
            schema.put("min" + sizeOf(type, "minSize", place), field.minSize());
        }
        if (field.maxSize() != Integer.MAX_VALUE) {
            schema.put("max" + sizeOf(type, "maxSize", place), field.maxSize());
        }
        if (!field.defaultValue().isEmpty()) {
            schema.set("default", value(field.defaultValue(), type, place));
        }
    }

    /** In Kubernetes a pattern matches any part of a text. */
    private static String whole(String pattern) {
        return pattern.startsWith("^") && pattern.endsWith("$") ? pattern : "^(?:" + pattern + ")$";
    }

    private static String sizeOf(String type, String limit, FieldPath place) {
        return switch (type) {
            case "string" -> "Length";
            case "array" -> "Items";
            case "object" -> "Properties";
            default -> throw refused(limit, type, place);
        };
    }

    private static JsonNode value(String text, String type, FieldPath place) {
        if (type.equals("string")) {
            return Json.NODES.textNode(text);
        }
        try {
            return Json.parse(text.getBytes(StandardCharsets.UTF_8));
        } catch (DecodeException e) {
            throw new HookException(
                    place + ": defaultValue \"" + text + "\" is not JSON of type " + type + ": " + e.getMessage(), e);
        }
    }

    private static void require(boolean fits, String limit, String type, FieldPath place) {
        if (!fits) {
            throw refused(limit, type, place);
        }
    }

    private static HookException refused(String limit, String type, FieldPath place) {
        return new HookException(place + ": @CrdField(" + limit + ") does not fit the type " + type);
    }
}
