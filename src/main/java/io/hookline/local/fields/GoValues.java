package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.schema.GoDecoding;
import io.hookline.local.schema.Schema;
import io.hookline.object.GoJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Values as the messages of the real server show them, which are in the notation of Go. */
final class GoValues {
    private GoValues() {}

    /** The message about a value that is not of the scalar type of its schema; empty if it is. */
    static String scalarProblem(JsonNode value, Schema schema) {
        return switch (schema.type()) {
            case "string" ->
                value.isTextual() ? "" : "expected string, got &value.valueUnstructured{Value:" + syntax(value) + "}";
            case "integer", "number" -> value.isNumber() ? "" : "expected numeric (int or float), got " + typeOf(value);
            case "boolean" -> value.isBoolean() ? "" : "expected boolean, got &{" + GoDecoding.print(value) + "}";
            default -> value.isValueNode() ? "" : "expected any scalar, got &{" + GoDecoding.print(value) + "}";
        };
    }

    private static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "string";
            case BOOLEAN -> "bool";
            case ARRAY -> "[]interface {}";
            default -> "map[string]interface {}";
        };
    }

    /** The value as Go source. */
    private static String syntax(JsonNode value) {
        List<String> parts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(element -> parts.add(syntax(element)));
            return "[]interface {}{" + String.join(", ", parts) + "}";
        }
        if (value.isObject()) {
            value.properties().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(field -> parts.add("\"" + field.getKey() + "\":" + syntax(field.getValue())));
            return "map[string]interface {}{" + String.join(", ", parts) + "}";
        }
        return GoJson.text(value);
    }
}
