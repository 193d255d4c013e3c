package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.OwnedFields;
import java.util.Map;

/**
 * Desired fields without content, such as {@code hostNetwork: false} or {@code podSelector: {}}. The API server drops them, or
 * gives them no owner, when an object is created; but an apply owns them.
 */
final class EmptyFields {
    private EmptyFields() {}

    /**
     * Adds such fields to a field set.
     *
     * @param owned changed; what is owned of the value
     * @param live the value after the creation
     */
    static void add(ObjectNode owned, JsonNode desired, JsonNode live) {
        for (Map.Entry<String, JsonNode> field : desired.properties()) {
            String name = OwnedFields.FIELD + field.getKey();
            JsonNode value = field.getValue();
            JsonNode there = live.path(field.getKey());
            if (owned.get(name) instanceof ObjectNode parts) {
                addWithin(parts, value, there);
            } else if (isDropped(value, there)) {
                owned.putObject(name);
            } else if (value.isObject()) {
                ObjectNode parts = Json.NODES.objectNode();
                add(parts, value, there);
                if (!parts.isEmpty()) {
                    owned.set(name, parts);
                }
            }
        }
    }

    private static void addWithin(ObjectNode owned, JsonNode desired, JsonNode live) {
        OwnedFields parts = new OwnedFields(owned);
        if (parts.isLeaf()) {
            return; // owned as a whole
        }
        if (desired.isObject()) {
            add(owned, desired, live);
        }
        ListKeys.match(desired, parts.items().keySet()).forEach((key, item) -> {
            if (owned.get(parts.nameOf(key)) instanceof ObjectNode of && desired.isArray()) {
                addWithin(of, desired.get(item), live.path(ListKeys.find(live, key)));
            }
        });
    }

    private static boolean isDropped(JsonNode desired, JsonNode live) {
        boolean absent = DifferenceWalk.isAbsent(live);
        if (desired.isObject()) {
            return desired.isEmpty() && (absent || (live.isObject() && live.isEmpty()));
        }
        return absent && desired.isValueNode() && !desired.isNull() && AtomicValues.isZero(desired);
    }
}
