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
 * What makes items of a list the same item, found by looking at the lists: the first known key field that all items have.
 *
 * <p>Metacontroller uses that field alone, so that items which share its value collapse: a Service with port 53 over TCP
 * and UDP comes out with one of them twice. Here no item ever gets lost. If a port number occurs twice in one list, the
 * protocol is part of the identity (TCP where none is given, which is what the server fills in). If that does not tell
 * them apart, the next known key that all items have is tried. Items that are alike by every key are told apart by their
 * order: the second one here is the second one there. Lists without repetitions, the only ones that Metacontroller can
 * handle, are merged exactly as it does.
 */
record ListIdentity(String key, boolean withProtocol) {

    /** The order matters: containers' ports have containerPort and name, mounts have mountPath and name. */
    private static final List<String> KEYS = List.of("containerPort", "port", "mountPath", "name", "uid", "ip", "path");

    private static final Set<String> PORTS = Set.of("containerPort", "port");

    /** The identity of items of these lists; empty if there are no items, or they have no known key in common. */
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

    /** The items by their identity, in their order. */
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

    /** As text, so that a number and its notation as a string are the same, as in the original. */
    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : GoJson.text(value);
    }
}
