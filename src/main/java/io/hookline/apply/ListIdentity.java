package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The key by which items of lists are matched: the first known key field that all items have.
 *
 * <p>Metacontroller uses only this field, so items with the same value are merged into one: a Service with port 53 for TCP
 * and UDP gets one of the two ports twice. Here no item is lost. If a port number occurs twice in a list, the protocol is
 * part of the key (TCP if it is absent, which is the API server's default). If keys still repeat, the next known key field
 * that all items have is used. Items that are equal in all key fields are matched by their order. Lists without repeated
 * keys, the only ones that Metacontroller can handle, are merged exactly as in Metacontroller.
 */
record ListIdentity(String key, boolean withProtocol) {

    /** The order matters: ports of containers have containerPort and name, volume mounts have mountPath and name. */
    private static final List<String> KEYS = List.of("containerPort", "port", "mountPath", "name", "uid", "ip", "path");

    private static final Set<String> PORTS = Set.of("containerPort", "port");

    /** The key for the items of these lists; empty if there are no items, or no known key field that all items have. */
    static Optional<ListIdentity> of(ArrayNode... lists) {
        List<ListIdentity> possible = KEYS.stream()
                .filter(key -> allHave(key, lists))
                .flatMap(ListIdentity::variants)
                .toList();
        return possible.stream()
                .filter(identity -> !identity.repeatsIn(lists))
                .findFirst()
                .or(() -> possible.stream().findFirst());
    }

    private static Stream<ListIdentity> variants(String key) {
        ListIdentity plain = new ListIdentity(key, false);
        return PORTS.contains(key) ? Stream.of(plain, new ListIdentity(key, true)) : Stream.of(plain);
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
        if (!withProtocol) {
            return value;
        }
        JsonNode protocol = item.path("protocol");
        return value + "/" + (protocol.isMissingNode() || protocol.isNull() ? "TCP" : text(protocol));
    }

    /** Converts a key to text, so that a number equals the same number as a string, as in Metacontroller. */
    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : GoJson.text(value);
    }
}
