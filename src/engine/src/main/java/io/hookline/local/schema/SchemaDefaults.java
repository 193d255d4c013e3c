package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Fills in the defaults of a schema, and removes nulls that the schema does not allow. */
public final class SchemaDefaults {
    private SchemaDefaults() {}

    /** Completes a value in place, from the outside in, so that defaults within defaults apply too. */
    public static void complete(JsonNode value, Schema schema) {
        if (value instanceof ObjectNode object) {
            fields(object, schema);
        } else if (value instanceof ArrayNode list && schema.items() != null) {
            for (int i = 0; i < list.size(); i++) {
                JsonNode fallback = schema.items().fallback();
                if (fallback != null
                        && list.get(i).isNull()
                        && !schema.items().traits().nullable()) {
                    list.set(i, fallback.deepCopy());
                }
                complete(list.get(i), schema.items());
            }
        }
    }

    /** Removes the nulls that the schema does not allow, and has no default for. */
    public static void dropNulls(JsonNode value, Schema schema) {
        if (value instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
                Schema known = schema.properties().getOrDefault(field.getKey(), schema.additional());
                if (known != null) {
                    if (field.getValue().isNull() && !known.traits().nullable() && known.fallback() == null) {
                        object.remove(field.getKey());
                    } else {
                        dropNulls(field.getValue(), known);
                    }
                }
            }
        } else if (value.isArray() && schema.items() != null) {
            value.forEach(element -> dropNulls(element, schema.items()));
        }
    }

    private static void fields(ObjectNode object, Schema schema) {
        for (Map.Entry<String, Schema> property : schema.properties().entrySet()) {
            JsonNode fallback = property.getValue().fallback();
            JsonNode present = object.get(property.getKey());
            if (present != null
                    && present.isNull()
                    && !property.getValue().traits().nullable()) {
                object.remove(property.getKey());
                present = null;
            }
            if (fallback != null && present == null) {
                object.set(property.getKey(), fallback.deepCopy());
            }
        }
        if (schema.additional() != null) {
            entries(object, schema, schema.additional());
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            Schema known = schema.properties().get(field.getKey());
            Schema valueSchema = known != null ? known : schema.additional();
            if (valueSchema != null) {
                complete(field.getValue(), valueSchema);
            }
        }
    }

    /** A null in a map becomes the default of its values, or is removed if there is none. */
    private static void entries(ObjectNode object, Schema schema, Schema values) {
        if (values.traits().nullable()) {
            return;
        }
        JsonNode fallback = values.fallback();
        for (String name : object.propertyStream()
                .filter(field ->
                        field.getValue().isNull() && !schema.properties().containsKey(field.getKey()))
                .map(Map.Entry::getKey)
                .toList()) {
            if (fallback == null) {
                object.remove(name);
            } else {
                object.set(name, fallback.deepCopy());
            }
        }
    }
}
