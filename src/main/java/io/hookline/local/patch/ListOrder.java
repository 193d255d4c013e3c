package io.hookline.local.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.List;

/**
 * In which order a strategic merge patch leaves a list: what the patch names comes in the patch's order, and what only
 * the server has keeps its place in front of those it stood in front of.
 *
 * @param key what tells elements apart; empty if they are plain values
 * @param wanted elements in the patch's order
 * @param before elements in the server's order
 */
record ListOrder(String key, JsonNode wanted, JsonNode before) {

    ArrayNode sort(ArrayNode merged) {
        List<JsonNode> named = new ArrayList<>();
        List<JsonNode> others = new ArrayList<>();
        for (JsonNode element : merged) {
            (index(wanted, element) >= 0 ? named : others).add(element);
        }
        named.sort((a, b) -> Integer.compare(index(wanted, a), index(wanted, b)));
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
