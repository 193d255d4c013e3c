package io.hookline.local.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.schema.Schema;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.Map;

/**
 * Applies an apply patch: sets the fields of the patch, and merges lists by the schema.
 *
 * <p>There are no field managers: there are no conflicts, and a field that is no longer in the patch stays.
 */
final class ServerSideApply {
    private ServerSideApply() {}

    /** Changes {@code live} in place. */
    static void apply(ObjectNode live, ObjectNode applied, Schema schema) {
        for (Map.Entry<String, JsonNode> field : applied.properties()) {
            Schema known = schema.field(field.getKey());
            live.set(field.getKey(), merged(live.path(field.getKey()), field.getValue(), known));
        }
    }

    private static JsonNode merged(JsonNode live, JsonNode applied, Schema schema) {
        if (live instanceof ObjectNode object
                && applied instanceof ObjectNode changes
                && !schema.lists().atomicMap()) {
            apply(object, changes, schema);
            return object;
        }
        if (live instanceof ArrayNode list && applied instanceof ArrayNode changes) {
            return switch (schema.lists().type()) {
                case "set" -> union(list, changes);
                case "map" -> byKeys(list, changes, schema);
                default -> applied;
            };
        }
        return applied;
    }

    private static ArrayNode union(ArrayNode live, ArrayNode applied) {
        for (JsonNode value : applied) {
            if (find(live, value, Json.NODES.missingNode()) < 0) {
                live.add(value);
            }
        }
        return live;
    }

    private static ArrayNode byKeys(ArrayNode live, ArrayNode applied, Schema schema) {
        ArrayNode keys = Json.NODES.arrayNode();
        schema.lists().keys().forEach(keys::add);
        for (JsonNode element : applied) {
            int at = find(live, element, keys);
            if (at >= 0 && live.get(at) instanceof ObjectNode there && element instanceof ObjectNode changes) {
                apply(there, changes, schema.element());
            } else {
                live.add(element);
            }
        }
        return live;
    }

    private static int find(ArrayNode list, JsonNode element, JsonNode keys) {
        for (int i = 0; i < list.size(); i++) {
            if (same(list.get(i), element, keys)) {
                return i;
            }
        }
        return -1;
    }

    /** Compares by the keys, or whole values if the list has no keys. An absent protocol counts as TCP, its default. */
    private static boolean same(JsonNode a, JsonNode b, JsonNode keys) {
        if (keys.isMissingNode()) {
            return JsonEquality.strict(a, b);
        }
        for (JsonNode key : keys) {
            String name = key.textValue();
            String fallback = name.equals("protocol") ? "TCP" : "";
            if (!a.path(name).asText(fallback).equals(b.path(name).asText(fallback))) {
                return false;
            }
        }
        return true;
    }
}
