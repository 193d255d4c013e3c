package io.hookline.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Takes what a hook has changed over into the object that it got. The hook sees the fields that its class declares; all others stay
 * as they are, also those of an item of a list.
 *
 * <p>An item of a changed list is the one that it equals, or else the one of the same name. Where an item has no name, it is the one
 * at the same place, if the list has as many items as before.
 */
final class ChangeCopy {

    private static final String NAME = "name";

    private ChangeCopy() {}

    /**
     * @param before what the class read
     * @param after what the hook returned
     * @param into the object that was read; it gets the changes
     */
    static void copy(JsonNode before, JsonNode after, ObjectNode into) {
        before.fieldNames().forEachRemaining(name -> {
            if (!after.has(name)) {
                into.remove(name);
            }
        });
        for (Map.Entry<String, JsonNode> field : after.properties()) {
            JsonNode was = before.path(field.getKey());
            JsonNode is = field.getValue();
            if (!was.equals(is)) {
                into.set(field.getKey(), changed(was, is, into.path(field.getKey())));
            }
        }
    }

    private static JsonNode changed(JsonNode before, JsonNode after, JsonNode original) {
        if (before.equals(after)) {
            return original;
        }
        if (before.isObject() && after.isObject() && original instanceof ObjectNode object) {
            copy(before, after, object);
            return object;
        }
        return before.isArray() && after.isArray() && original.isArray() ? list(before, after, original) : after;
    }

    private static ArrayNode list(JsonNode before, JsonNode after, JsonNode original) {
        Pairs sources =
                new Pairs(before, original).anywhere(ChangeCopy::isReadFrom).inPlace((_, _) -> true);
        Pairs items = new Pairs(after, before).anywhere(JsonNode::equals);
        boolean named = areNamed(before) && areNamed(after);
        if (named) {
            items.anywhere((is, was) -> is.get(NAME).equals(was.get(NAME)));
        }
        if (before.size() == after.size()) {
            items.inPlace((is, was) -> !named || isRenamed(was, is));
        }
        ArrayNode list = Json.NODES.arrayNode(after.size());
        for (int i = 0; i < after.size(); i++) {
            int item = items.of(i);
            int source = item < 0 ? -1 : sources.of(item);
            list.add(source < 0 ? after.get(i) : changed(before.get(item), after.get(i), original.get(source)));
        }
        return list;
    }

    /** Whether an item of a list may be what the class read of this one. A set has its items in another order. */
    private static boolean isReadFrom(JsonNode read, JsonNode original) {
        if (read.isArray() && original.isArray()) {
            return true; // its items may be parts of those of the original, too
        }
        if (!read.isObject() || !original.isObject()) {
            return read.equals(original);
        }
        return read.properties().stream()
                .allMatch(field ->
                        !original.has(field.getKey()) || isReadFrom(field.getValue(), original.get(field.getKey())));
    }

    private static boolean areNamed(JsonNode list) {
        for (JsonNode item : list) {
            if (!item.path(NAME).isTextual()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRenamed(JsonNode before, JsonNode after) {
        return before.<ObjectNode>deepCopy()
                .without(NAME)
                .equals(after.<ObjectNode>deepCopy().without(NAME));
    }

    /** Which candidate each item is. Each candidate is used once, preferably for the item at its own place. */
    private static final class Pairs {
        private final JsonNode items;
        private final JsonNode candidates;
        private final int[] found;
        private final BitSet used = new BitSet();

        Pairs(JsonNode items, JsonNode candidates) {
            this.items = items;
            this.candidates = candidates;
            this.found = new int[items.size()];
            Arrays.fill(found, -1);
        }

        /** The index of the candidate, or -1. */
        int of(int item) {
            return found[item];
        }

        Pairs inPlace(BiPredicate<JsonNode, JsonNode> rule) {
            for (int i = 0; i < Math.min(items.size(), candidates.size()); i++) {
                tryPair(i, i, rule);
            }
            return this;
        }

        Pairs anywhere(BiPredicate<JsonNode, JsonNode> rule) {
            inPlace(rule);
            for (int i = 0; i < items.size(); i++) {
                for (int k = used.nextClearBit(0);
                        found[i] < 0 && k < candidates.size();
                        k = used.nextClearBit(k + 1)) {
                    tryPair(i, k, rule);
                }
            }
            return this;
        }

        private void tryPair(int item, int candidate, BiPredicate<JsonNode, JsonNode> rule) {
            if (found[item] < 0 && !used.get(candidate) && rule.test(items.get(item), candidates.get(candidate))) {
                found[item] = candidate;
                used.set(candidate);
            }
        }
    }
}
