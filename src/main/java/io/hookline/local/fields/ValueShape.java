package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.schema.Schema;

/** How a value is owned: as a whole, by field, or by element. */
enum ValueShape {
    /** One owner for the whole value: scalars, atomic lists, atomic maps. */
    LEAF,
    /** An owner for each field. */
    FIELDS,
    /** An owner for each element: lists that are sets, or that have keys. */
    ELEMENTS;

    /** A null counts as an empty value of the type in the schema; without a type it counts as an empty map. */
    static ValueShape of(JsonNode value, Schema schema) {
        if (value.isObject() || (value.isNull() && isMap(schema))) {
            return schema.lists().atomicMap() || schema.isScalar() ? LEAF : FIELDS;
        }
        boolean list = value.isArray() || (value.isNull() && schema.type().equals("array"));
        return list && !schema.lists().type().equals("atomic") ? ELEMENTS : LEAF;
    }

    private static boolean isMap(Schema schema) {
        return schema.type().equals("object") || (schema.type().isEmpty() && !schema.isScalar());
    }
}
