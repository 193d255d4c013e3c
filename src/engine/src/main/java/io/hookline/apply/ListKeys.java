package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds list items by the keys in a field set. An item need not have all fields of its key: the API server adds defaults, such
 * as the protocol of a port, to the key.
 */
final class ListKeys {
    private ListKeys() {}

    /** The index of the item with a key, or -1. */
    static int find(JsonNode list, JsonNode key) {
        for (int missing = 0; missing <= key.size(); missing++) {
            for (int i = 0; i < list.size(); i++) {
                if (missingFields(list.get(i), key) == missing) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** Finds an item for each key, and no item twice. Items that have more fields of a key come first. */
    static Map<JsonNode, Integer> match(JsonNode list, Collection<JsonNode> keys) {
        record Match(JsonNode key, int item, int missing) {}
        List<Match> possible = new ArrayList<>();
        for (JsonNode key : keys) {
            for (int i = 0; i < list.size(); i++) {
                int missing = missingFields(list.get(i), key);
                if (missing >= 0) {
                    possible.add(new Match(key, i, missing));
                }
            }
        }
        possible.sort(Comparator.comparingInt(Match::missing));
        Map<JsonNode, Integer> found = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        for (Match match : possible) {
            if (!found.containsKey(match.key()) && taken.add(match.item())) {
                found.put(match.key(), match.item());
            }
        }
        return found;
    }

    /** The number of fields of the key that the item does not have; -1 if one of them has another value. */
    private static int missingFields(JsonNode item, JsonNode key) {
        if (!item.isObject() || !key.isObject()) {
            return -1;
        }
        int missing = 0;
        for (Map.Entry<String, JsonNode> field : key.properties()) {
            JsonNode value = item.path(field.getKey());
            if (Json.isAbsent(value)) {
                missing++;
            } else if (!JsonEquality.semantic(value, field.getValue())) {
                return -1;
            }
        }
        return missing;
    }
}
