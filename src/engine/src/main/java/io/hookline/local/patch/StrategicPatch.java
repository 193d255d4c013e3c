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
        if (directive.equals("replace") || directive.equals("delete")) {
            target.removeAll();
            if (directive.equals("replace")) {
                target.setAll((ObjectNode) patch.deepCopy().without(PATCH));
            }
            return;
        }
        if (patch.has(PATCH)) {
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
                if (!schema.field(field).type().equals("array")) {
                    throw new ClusterException.Unavailable(500, "The order in patch list: " + field + " is no list");
                }
                String key = schema.field(field).lists().patch().key();
                requireOrder(patch.path(field), change.getValue(), key);
                order(target, field, change.getValue(), before.path(field), key);
            }
        }
    }

    /** Refuses a list whose elements have another order than the patch says. */
    private static void requireOrder(JsonNode changes, JsonNode order, String key) {
        int next = 0;
        for (JsonNode change : order.isEmpty() || !changes.isArray() ? Json.NODES.arrayNode() : changes) {
            while (!change.has(PATCH) && next < order.size() && !ListOrder.same(order.get(next), change, key)) {
                next++;
            }
            if (!change.has(PATCH) && next++ == order.size()) {
                throw new ClusterException.Unavailable(
                        500,
                        "The order in patch list:\n" + GoDecoding.print(changes)
                                + "\n doesn't match $setElementOrder list:\n" + GoDecoding.print(order) + "\n");
            }
        }
    }

    private static void order(ObjectNode target, String field, JsonNode elements, JsonNode before, String key) {
        if (target.get(field) instanceof ArrayNode list) {
            target.set(field, new ListOrder(key, elements, before).sort(list));
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
        if (ORDER.equals(name + "/") || DELETE_PRIMITIVES.equals(name + "/")) {
            throw ApiErrors.badRequest("invalid patch format of " + name);
        } else if (name.startsWith(DELETE_PRIMITIVES)) {
            deletePrimitives(target.path(name.substring(DELETE_PRIMITIVES.length())), value);
        } else if (name.equals(PATCH) || name.equals(RETAIN_KEYS) || name.startsWith(ORDER)) {
            return;
        } else if (value.isNull()) {
            target.remove(name);
        } else if (value.isContainerNode() && target.path(name).getNodeType() != value.getNodeType()) {
            take(target, name, value);
        } else {
            target.set(name, merged(target.path(name), value, schema.field(name)));
        }
    }

    /** Sets a value that has nothing to be merged with: what has directives for its own object is left out. */
    private static void take(ObjectNode target, String name, JsonNode value) {
        JsonNode taken = value.deepCopy();
        dropDirected(taken);
        if (value.has(PATCH)) {
            target.remove(name);
        } else {
            target.set(name, taken);
        }
    }

    private static void dropDirected(JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.properties()
                    .removeIf(field ->
                            field.getValue().isNull() || field.getValue().has(PATCH));
        } else if (value instanceof ArrayNode list) {
            for (int i = list.size() - 1; i >= 0; i--) {
                if (list.get(i).has(PATCH)) {
                    list.remove(i);
                }
            }
        }
        value.forEach(StrategicPatch::dropDirected);
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
        if (target instanceof ObjectNode there && value instanceof ObjectNode changes) {
            apply(there, changes, schema);
            return there;
        }
        if (target instanceof ArrayNode list
                && value instanceof ArrayNode changes
                && schema.lists().patch().merge()) {
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
            if (!change.isObject()) {
                throw new ClusterException.Unavailable(
                        500, "expected a map[string]interface{}, but received a " + GoDecoding.typeOf(change));
            }
            if (!change.has(key)) {
                throw new ClusterException.Unavailable(
                        500, "map: " + FieldError.show(change) + " does not contain declared merge key: " + key);
            }
            if (change.has(PATCH)) {
                delete(list, change, key);
            }
        }
        for (JsonNode change : changes) {
            if (!change.has(PATCH)) {
                int at = find(list, key, change.get(key));
                if (at < 0) {
                    list.add(change); // with all it has, such as two variables of the same name
                } else {
                    apply((ObjectNode) list.get(at), (ObjectNode) change, element);
                }
            }
        }
        return list;
    }

    private static void delete(ArrayNode list, JsonNode change, String key) {
        String directive = change.path(PATCH).asText();
        if (!directive.equals("delete")) {
            String problem = directive.equals("merge")
                    ? "merging lists cannot yet be specified in the patch"
                    : "unknown patch type: " + directive + " in map: map[]";
            throw new ClusterException.Unavailable(500, problem);
        }
        int at = find(list, key, change.get(key));
        while (at >= 0) { // such as ports with the same number
            list.remove(at);
            at = find(list, key, change.get(key));
        }
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
            if (!element.has(PATCH)) {
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
                if (same(list.get(i), element, key)) {
                    return i;
                }
            }
            return -1;
        }

        static boolean same(JsonNode a, JsonNode b, String key) {
            return key.isEmpty()
                    ? JsonEquality.strict(a, b)
                    : a.path(key).asText().equals(b.path(key).asText());
        }
    }
}
