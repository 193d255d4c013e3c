package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.schema.Schema;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Finds the fields that an object sets. */
final class FieldSetReader {
    private FieldSetReader() {}

    /** The fields of a value; the path to the value itself is a member if it is owned as a whole. */
    static FieldSet read(JsonNode value, Schema schema) {
        return switch (ValueShape.of(value, schema)) {
            case LEAF -> FieldSet.MEMBER;
            case FIELDS -> fields(value, schema);
            case ELEMENTS -> elements(value, schema);
        };
    }

    private static FieldSet fields(JsonNode object, Schema schema) {
        Map<String, FieldSet> children = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue();
            FieldSet set = read(value, schema.field(field.getKey()));
            boolean empty = value.isNull() || (value.isObject() && value.isEmpty());
            // A field that the schema names belongs to nobody by itself: it exists as soon as one of its fields does.
            boolean own = empty || !schema.properties().containsKey(field.getKey());
            put(children, PathElement.field(field.getKey()), own ? set.withMember() : set);
        }
        return FieldSet.of(false, children);
    }

    private static FieldSet elements(JsonNode list, Schema schema) {
        Set<String> duplicates = duplicates(list, schema);
        Map<String, FieldSet> children = new LinkedHashMap<>();
        for (JsonNode element : list) {
            String step = PathElement.of(element, schema);
            if (step != null) {
                boolean unique = !duplicates.contains(step);
                put(children, step, unique ? read(element, schema.element()).withMember() : FieldSet.MEMBER);
            }
        }
        return FieldSet.of(false, children);
    }

    /** The steps that several elements share; such elements are owned together, as a whole. */
    static Set<String> duplicates(JsonNode list, Schema schema) {
        Set<String> seen = new HashSet<>();
        Set<String> duplicates = new HashSet<>();
        for (JsonNode element : list) {
            String step = PathElement.of(element, schema);
            if (step != null && !seen.add(step)) {
                duplicates.add(step);
            }
        }
        return duplicates;
    }

    private static void put(Map<String, FieldSet> children, String step, FieldSet set) {
        if (!set.isEmpty()) {
            children.put(step, set);
        }
    }

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
}
