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
}
