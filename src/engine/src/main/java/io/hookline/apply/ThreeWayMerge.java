package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Merges observed, last applied and desired state: Metacontroller's dynamic apply.
 *
 * <p>A field that was applied last but is no longer desired is removed. A desired field is set. A field that was never
 * applied is kept, whichever client set it. Lists of objects with a known key field are merged item by item (see
 * {@link MergeKey}); all other lists are replaced. If the types of two values differ, an observed object or list is
 * kept, without the fields or items that were applied before.
 *
 * <p>The inputs are not changed. The result shares parts with them, so neither must be changed afterwards.
 */
final class ThreeWayMerge {
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
        Optional<MergeKey> mergeKey = MergeKey.of(observed, lastApplied, desired);
        return mergeKey.isPresent() ? mergeItems(mergeKey.get(), observed, lastApplied, desired) : desired;
    }

    private static ArrayNode mergeItems(
            MergeKey mergeKey, ArrayNode observed, ArrayNode lastApplied, ArrayNode desired) {
        Map<String, ObjectNode> present = mergeKey.index(observed);
        Map<String, ObjectNode> applied = mergeKey.index(lastApplied);
        Map<String, ObjectNode> wanted = mergeKey.index(desired);
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

    /**
     * The key by which items of lists are matched: the first known key field that all items have.
     *
     * <p>Metacontroller uses only this field, so items with the same value are merged into one: a Service with port 53
     * for TCP and UDP gets one of the two ports twice. Here no item is lost. If a port number occurs twice in a list,
     * the protocol is part of the key (TCP if it is absent, which is the API server's default). If keys still repeat,
     * the next known key field that all items have is used. Items that are equal in all key fields are matched by their
     * order. Lists without repeated keys, the only ones that Metacontroller can handle, are merged exactly as in
     * Metacontroller.
     */
    record MergeKey(String key, boolean includesProtocol) {

        /** The order matters: ports of containers have containerPort and name, volume mounts have mountPath and name. */
        private static final List<String> KEYS =
                List.of("containerPort", "port", "mountPath", "name", "uid", "ip", "path");

        private static final Set<String> PORTS = Set.of("containerPort", "port");

        /**
         * The key for the items of these lists; empty if there are no items, or no known key field that all items have.
         */
        static Optional<MergeKey> of(ArrayNode... lists) {
            List<MergeKey> possible = KEYS.stream()
                    .filter(key -> allHave(key, lists))
                    .flatMap(MergeKey::variants)
                    .toList();
            return possible.stream()
                    .filter(mergeKey -> !mergeKey.repeatsIn(lists))
                    .findFirst()
                    .or(() -> possible.stream().findFirst());
        }

        private static Stream<MergeKey> variants(String key) {
            MergeKey plain = new MergeKey(key, false);
            return PORTS.contains(key) ? Stream.of(plain, new MergeKey(key, true)) : Stream.of(plain);
        }

        private static boolean allHave(String key, ArrayNode... lists) {
            boolean any = false;
            for (ArrayNode list : lists) {
                for (JsonNode item : list) {
                    if (!item.isObject() || !item.has(key)) {
                        return false;
                    }
                    any = true;
                }
            }
            return any;
        }

        private boolean repeatsIn(ArrayNode... lists) {
            for (ArrayNode list : lists) {
                Set<String> seen = new HashSet<>();
                for (JsonNode item : list) {
                    if (!seen.add(id(item))) {
                        return true;
                    }
                }
            }
            return false;
        }

        /** The items of a list by their keys, in their order. */
        Map<String, ObjectNode> index(ArrayNode list) {
            Map<String, ObjectNode> items = new LinkedHashMap<>();
            Map<String, Integer> repetitions = new HashMap<>();
            for (JsonNode item : list) {
                String id = id(item);
                int count = repetitions.merge(id, 1, Integer::sum);
                items.put(count + " " + id, (ObjectNode) item);
            }
            return items;
        }

        private String id(JsonNode item) {
            String value = text(item.path(key));
            if (!includesProtocol) {
                return value;
            }
            JsonNode protocol = item.path("protocol");
            return value + "/" + (Json.isAbsent(protocol) ? "TCP" : text(protocol));
        }

        /** Converts a key to text, so that a number equals the same number as a string, as in Metacontroller. */
        private static String text(JsonNode value) {
            return value.isTextual() ? value.textValue() : GoJson.text(value);
        }
    }
}
