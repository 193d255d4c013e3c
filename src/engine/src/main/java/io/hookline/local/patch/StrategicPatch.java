package io.hookline.local.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.GoDecoding;
import io.hookline.local.schema.Schema;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Kubernetes' strategic merge patch: a merge patch that also merges lists by keys, and has directives that delete or
 * replace.
 *
 * <p>Lists are sorted by {@code $setElementOrder}, else by the order of the patch; see {@link ListOrder}.
 */
final class StrategicPatch {

    private static final String PATCH = "$patch";
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_PRIMITIVES = "$deleteFromPrimitiveList/";
    private static final String ORDER = "$setElementOrder/";

    private StrategicPatch() {}

    /** Changes {@code target} in place. */
    static void apply(ObjectNode target, ObjectNode patch, Schema schema) {
        String directive = patch.path(PATCH).asText();
        if (directive.equals("replace")) {
            target.removeAll();
            target.setAll((ObjectNode) patch.deepCopy().without(PATCH));
            return;
        }
        if (!directive.isEmpty()) {
            throw new ClusterException.Unavailable(500, "unknown patch type: " + directive + " in map: map[]");
        }
        JsonNode before = target.deepCopy();
        if (patch.has(RETAIN_KEYS)) {
            retain(target, patch, patch.path(RETAIN_KEYS));
        }
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            change(target, change.getKey(), change.getValue(), schema);
        }
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            if (change.getKey().startsWith(ORDER)) {
                String field = change.getKey().substring(ORDER.length());
                order(target, field, change.getValue(), before.path(field), schema.field(field));
            }
        }
    }

    private static void order(ObjectNode target, String field, JsonNode elements, JsonNode before, Schema schema) {
        if (target.get(field) instanceof ArrayNode list) {
            target.set(field, new ListOrder(schema.lists().patch().key(), elements, before).sort(list));
        }
    }

    private static void retain(ObjectNode target, ObjectNode patch, JsonNode keys) {
        Set<String> retained = Set.copyOf(ObjectTrees.texts(keys));
        boolean isComplete = patch.propertyStream()
                .filter(change ->
                        !change.getKey().startsWith("$") && !change.getValue().isNull())
                .allMatch(change -> retained.contains(change.getKey()));
        if (!keys.isArray() || !isComplete) {
            throw ApiErrors.badRequest("invalid patch format of retainKeys");
        }
        target.retain(retained);
    }

    private static void change(ObjectNode target, String name, JsonNode value, Schema schema) {
        if (name.startsWith(DELETE_PRIMITIVES)) {
            deletePrimitives(target.path(name.substring(DELETE_PRIMITIVES.length())), value);
        } else if (name.equals(PATCH) || name.equals(RETAIN_KEYS) || name.startsWith(ORDER)) {
            return;
        } else if (value.isNull()
                || value.path(PATCH).asText().equals("delete")
                || (value.has(PATCH) && !target.has(name))) { // nothing to replace
            target.remove(name);
        } else {
            target.set(name, merged(target.path(name), value, schema.field(name)));
        }
    }

    private static void deletePrimitives(JsonNode list, JsonNode removed) {
        if (list instanceof ArrayNode elements) {
            for (JsonNode value : removed) {
                for (int i = elements.size() - 1; i >= 0; i--) {
                    if (JsonEquality.strict(elements.get(i), value)) {
                        elements.remove(i);
                    }
                }
            }
        }
    }

    private static JsonNode merged(JsonNode target, JsonNode value, Schema schema) {
        if (value instanceof ObjectNode changes) {
            if (target instanceof ObjectNode there) {
                apply(there, changes, schema);
                return there;
            }
            ObjectNode object = Json.NODES.objectNode();
            apply(object, changes.deepCopy().without(RETAIN_KEYS), schema); // nothing to retain
            return object;
        }
        if (value instanceof ArrayNode changes && schema.lists().patch().merge()) {
            ArrayNode list = target instanceof ArrayNode there ? there : Json.NODES.arrayNode();
            String key = schema.lists().patch().key();
            JsonNode before = list.deepCopy();
            ArrayNode all = key.isEmpty() ? union(list, changes) : byKey(list, changes, key, schema.element());
            return new ListOrder(key, changes, before).sort(all);
        }
        return value; // directives in a list that is not merged are elements
    }

    private static ArrayNode union(ArrayNode list, ArrayNode changes) {
        for (JsonNode value : changes) {
            boolean there = false;
            for (JsonNode old : list) {
                there |= JsonEquality.strict(old, value);
            }
            if (!there) {
                list.add(value);
            }
        }
        return list;
    }

    private static ArrayNode byKey(ArrayNode list, ArrayNode changes, String key, Schema element) {
        if (replaces(changes)) {
            return withoutDirectives(changes);
        }
        for (JsonNode change : changes) {
            if (!(change instanceof ObjectNode object)) {
                throw new ClusterException.Unavailable(
                        500, "expected a map[string]interface{}, but received a " + GoDecoding.typeOf(change));
            }
            if (!object.has(key)) {
                throw new ClusterException.Unavailable(
                        500, "map: " + FieldError.show(change) + " does not contain declared merge key: " + key);
            }
            int at = find(list, key, object.get(key));
            String directive = object.path(PATCH).asText();
            if (directive.equals("merge")) {
                throw new ClusterException.Unavailable(500, "merging lists cannot yet be specified in the patch");
            }
            if (directive.equals("delete")) {
                while (at >= 0) { // such as ports with the same number
                    list.remove(at);
                    at = find(list, key, object.get(key));
                }
            } else {
                ObjectNode target = at >= 0 ? (ObjectNode) list.get(at) : list.addObject();
                apply(target, object, element);
            }
        }
        return list;
    }

    private static int find(ArrayNode list, String key, JsonNode value) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).isObject() && list.get(i).path(key).asText().equals(value.asText())) {
                return i;
            }
        }
        return -1;
    }

    private static boolean replaces(ArrayNode changes) {
        for (JsonNode change : changes) {
            if (change.path(PATCH).asText().equals("replace")) {
                return true;
            }
        }
        return false;
    }

    private static ArrayNode withoutDirectives(ArrayNode list) {
        List<JsonNode> kept = new ArrayList<>();
        for (JsonNode element : list) {
            boolean onlyDirective = element.size() == 1 && element.has(PATCH);
            if (!onlyDirective) {
                kept.add(element);
            }
        }
        return Json.NODES.arrayNode().addAll(kept);
    }

    /**
     * The order of a list after a strategic merge patch. Elements in the patch have the patch's order; the server's
     * other elements stay before the elements that they preceded.
     *
     * @param key the merge key; empty if the elements are plain values
     * @param order elements in the patch's order
     * @param before elements in the server's order
     */
    private record ListOrder(String key, JsonNode order, JsonNode before) {

        ArrayNode sort(ArrayNode merged) {
            List<JsonNode> named = new ArrayList<>();
            List<JsonNode> others = new ArrayList<>();
            for (JsonNode element : merged) {
                (index(order, element) >= 0 ? named : others).add(element);
            }
            named.sort((a, b) -> Integer.compare(index(order, a), index(order, b)));
            ArrayNode sorted = Json.NODES.arrayNode();
            int next = 0;
            for (JsonNode other : others) {
                while (next < named.size() && !isBefore(other, named.get(next))) {
                    sorted.add(named.get(next++));
                }
                sorted.add(other);
            }
            return sorted.addAll(named.subList(next, named.size()));
        }

        private boolean isBefore(JsonNode other, JsonNode named) {
            int otherAt = index(before, other);
            int namedAt = index(before, named);
            return otherAt >= 0 && namedAt >= 0 && otherAt < namedAt;
        }

        private int index(JsonNode list, JsonNode element) {
            for (int i = 0; i < list.size(); i++) {
                if (same(list.get(i), element)) {
                    return i;
                }
            }
            return -1;
        }

        private boolean same(JsonNode a, JsonNode b) {
            return key.isEmpty()
                    ? JsonEquality.strict(a, b)
                    : a.path(key).asText().equals(b.path(key).asText());
        }
    }
}
