package io.hookline.local.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of a list after a strategic merge patch. Elements in the patch have the patch's order; the server's other
 * elements stay before the elements that they preceded.
 *
 * @param key the merge key; empty if the elements are plain values
 * @param order elements in the patch's order
 * @param before elements in the server's order
 */
record ListOrder(String key, JsonNode order, JsonNode before) {

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
