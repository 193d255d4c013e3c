package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.Map;

/**
 * Writes objects of built-in kinds as Go's encoder does: some unset fields are written, such as {@code resources: {}}
 * of a container, and some zero values are not, such as {@code hostNetwork: false}.
 */
public final class GoEncoding {
    private GoEncoding() {}

    /** Adds and removes unset fields in place; idempotent. */
    public static void complete(ObjectNode object, Schema schema) {
        for (Map.Entry<String, Schema> field : schema.properties().entrySet()) {
            JsonNode value = object.get(field.getKey());
            Schema known = field.getValue();
            if (value == null || value.isNull()) {
                unset(object, field.getKey(), known);
            } else if (known.traits().omitsZero() && isZero(value)) {
                object.remove(field.getKey());
            } else {
                value(value, known);
            }
        }
    }

    private static void unset(ObjectNode object, String name, Schema schema) {
        if (schema.fallback() instanceof ObjectNode) {
            complete(object.putObject(name), schema);
        } else if (schema.fallback() != null) {
            object.set(name, schema.fallback());
        }
    }

    private static void value(JsonNode value, Schema schema) {
        if (value instanceof ObjectNode object) {
            complete(object, schema);
            if (schema.additional() != null) {
                object.forEach(entry -> value(entry, schema.additional()));
            }
        } else if (value instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i).isNull() && schema.element().type().equals("object")) {
                    list.set(i, Json.NODES.objectNode()); // Go's decoder leaves the element as it is made
                }
                value(list.get(i), schema.element());
            }
        }
    }

    private static boolean isZero(JsonNode value) {
        return value.isTextual()
                ? value.textValue().isEmpty()
                : value.isNumber() ? value.doubleValue() == 0 : value.isBoolean() && !value.booleanValue();
    }
}
