package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Merges observed, last applied and desired state: Metacontroller's dynamic apply.
 *
 * <p>A field that was applied last but is no longer desired is removed. A desired field is set. A field that was never
 * applied is kept, whichever client set it. Lists of objects with a known key field are merged item by item (see
 * {@link ListIdentity}); all other lists are replaced. If the types of two values differ, an observed object or list is
 * kept, without the fields or items that were applied before.
 *
 * <p>The inputs are not changed. The result shares parts with them, so neither must be changed afterwards.
 */
public final class ThreeWayMerge {
    private ThreeWayMerge() {}

    /**
     * Merges objects.
     *
     * @param lastApplied an empty object if nothing was applied before
     */
    public static ObjectNode merge(ObjectNode observed, ObjectNode lastApplied, ObjectNode desired) {
        ObjectNode merged = Json.NODES.objectNode();
        for (Map.Entry<String, JsonNode> field : observed.properties()) {
            String name = field.getKey();
            JsonNode wanted = desired.get(name);
            if (wanted != null) {
                merged.set(name, merge(field.getValue(), lastApplied.path(name), wanted));
            } else if (!lastApplied.has(name)) {
                merged.set(name, field.getValue());
            }
        }
        for (Map.Entry<String, JsonNode> field : desired.properties()) {
            if (!observed.has(field.getKey())) {
                merged.set(field.getKey(), field.getValue());
            }
        }
        return merged;
    }

    /**
     * Merges values of any type.
     *
     * @param observed null or missing if there is no value
     * @param lastApplied null or missing if nothing was applied before
     */
    public static JsonNode merge(JsonNode observed, JsonNode lastApplied, JsonNode desired) {
        return switch (observed) {
            case ObjectNode object -> merge(object, objectOrEmpty(lastApplied), objectOrEmpty(desired));
            case ArrayNode list -> mergeLists(list, listOrEmpty(lastApplied), listOrEmpty(desired));
            default -> desired;
        };
    }

    private static ArrayNode mergeLists(ArrayNode observed, ArrayNode lastApplied, ArrayNode desired) {
        Optional<ListIdentity> identity = ListIdentity.of(observed, lastApplied, desired);
        return identity.isPresent() ? mergeItems(identity.get(), observed, lastApplied, desired) : desired;
    }

    private static ArrayNode mergeItems(
            ListIdentity identity, ArrayNode observed, ArrayNode lastApplied, ArrayNode desired) {
        Map<String, ObjectNode> present = identity.index(observed);
        Map<String, ObjectNode> applied = identity.index(lastApplied);
        Map<String, ObjectNode> wanted = identity.index(desired);
        ArrayNode merged = Json.NODES.arrayNode();
        present.forEach((id, item) -> {
            ObjectNode want = wanted.get(id);
            if (want != null) {
                merged.add(merge(item, objectOrEmpty(applied.get(id)), want));
            } else if (!applied.containsKey(id)) {
                merged.add(item);
            }
        });
        wanted.forEach((id, item) -> {
            if (!present.containsKey(id)) {
                merged.add(item);
            }
        });
        return merged;
    }

    private static ObjectNode objectOrEmpty(@Nullable JsonNode node) {
        return node instanceof ObjectNode object ? object : Json.NODES.objectNode();
    }

    private static ArrayNode listOrEmpty(JsonNode node) {
        return node instanceof ArrayNode list ? list : Json.NODES.arrayNode();
    }
}
