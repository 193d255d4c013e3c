package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.schema.Schema;
import io.hookline.object.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Removes fields from an object: those that a manager applied before and does not apply any more. */
final class FieldRemoval {
    private FieldRemoval() {}

    /** The fields that remain if a manager gives up what it applied last and nobody owns now. */
    static JsonNode prune(JsonNode merged, FieldSet last, FieldSet owned, Schema schema) {
        FieldSet namedLast = withNamedFields(last, schema);
        JsonNode pruned = remove(merged, namedLast, schema);
        FieldSet all = fieldsOf(merged, schema);
        FieldSet kept = fieldsOf(pruned, schema).union(withNamedFields(owned, schema));
        pruned = remove(merged, all.difference(kept), schema);
        return remove(merged, all.difference(fieldsOf(pruned, schema)).intersection(namedLast), schema);
    }

    private static FieldSet fieldsOf(JsonNode object, Schema schema) {
        return withNamedFields(FieldSetReader.read(object, schema), schema);
    }

    /** Adds the fields that the schema names and of which a part is in the set. */
    static FieldSet withNamedFields(FieldSet set, Schema schema) {
        Map<String, FieldSet> children = new LinkedHashMap<>();
        set.children().forEach((step, below) -> {
            boolean isField = step.startsWith("f:");
            String name = step.substring(2);
            FieldSet deeper = below.children().isEmpty()
                    ? below
                    : withNamedFields(below, isField ? schema.field(name) : schema.element());
            boolean named = isField && schema.properties().containsKey(name);
            children.put(step, named ? deeper.withMember() : deeper);
        });
        return FieldSet.of(set.isMember(), children);
    }

    /** A value without the fields of a set; null if nothing of an object or a list remains. */
    static JsonNode remove(JsonNode value, FieldSet fields, Schema schema) {
        if (fields.children().isEmpty() || value.isValueNode()) {
            return value;
        }
        return switch (FieldSetReader.ValueShape.of(value, schema)) {
            case LEAF -> Json.NODES.nullNode();
            case FIELDS -> fields(value, fields, schema);
            case ELEMENTS -> elements(value, fields, schema);
        };
    }

    private static JsonNode fields(JsonNode object, FieldSet fields, Schema schema) {
        ObjectNode kept = Json.NODES.objectNode();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            FieldSet below = fields.child(PathElement.field(field.getKey()));
            if (!below.isMember()) {
                kept.set(field.getKey(), remove(field.getValue(), below, schema.field(field.getKey())));
            }
        }
        return kept.isEmpty() ? Json.NODES.nullNode() : kept;
    }

    private static JsonNode elements(JsonNode list, FieldSet fields, Schema schema) {
        ArrayNode kept = Json.NODES.arrayNode();
        for (JsonNode element : list) {
            String step = PathElement.of(element, schema);
            FieldSet below = step == null ? FieldSet.EMPTY : fields.child(step);
            if (!below.isMember()) {
                kept.add(remove(element, below, schema.element()));
            }
        }
        return kept.isEmpty() ? Json.NODES.nullNode() : kept;
    }
}
