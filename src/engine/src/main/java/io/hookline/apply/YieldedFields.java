package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.OwnedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Removes fields from a desired object that other managers own and that have other values. */
final class YieldedFields {

    private final String manager;
    private final Map<String, String> yielded;

    private YieldedFields(String manager, Map<String, String> yielded) {
        this.manager = manager;
        this.yielded = yielded;
    }

    /**
     * The rest of a desired object.
     *
     * @param yielded the places of removed fields, with their managers
     */
    record Rest(ObjectNode body, Map<String, String> yielded) {}

    static Rest of(ObjectNode body, ObjectNode live, FieldManagement by) {
        Map<String, String> yielded = new TreeMap<>();
        JsonNode rest = body;
        for (FieldOwners.Entry entry : FieldOwners.of(live).ofOthers(by)) {
            YieldedFields walk = new YieldedFields(entry.manager(), yielded);
            rest = walk.rest(FieldPath.ROOT, rest, entry.fields(), live).orElse(rest);
        }
        return new Rest((ObjectNode) rest, yielded);
    }

    /** What is left of a value; empty if nothing is. */
    private Optional<JsonNode> rest(FieldPath place, JsonNode desired, OwnedFields theirs, JsonNode live) {
        if (!theirs.isPresent()) {
            return Optional.of(desired);
        }
        if (desired.isObject() && !desired.isEmpty() && theirs.hasParts()) {
            return fields(place, desired, theirs, live);
        }
        if (desired.isArray() && !desired.isEmpty() && theirs.hasParts()) {
            return Optional.of(items(place, (ArrayNode) desired, theirs, live));
        }
        if (theirs.isLeaf() && !AtomicValues.areSame(desired, live)) {
            yielded.put(place.path(), manager);
            return Optional.empty();
        }
        return Optional.of(desired);
    }

    private Optional<JsonNode> fields(FieldPath place, JsonNode desired, OwnedFields theirs, JsonNode live) {
        ObjectNode rest = Json.NODES.objectNode();
        desired.properties().forEach(field -> {
            String name = field.getKey();
            rest(place.field(name), field.getValue(), theirs.field(name), live.path(name))
                    .ifPresent(value -> rest.set(name, value));
        });
        return rest.isEmpty() ? Optional.empty() : Optional.of(rest);
    }

    private JsonNode items(FieldPath place, ArrayNode desired, OwnedFields theirs, JsonNode live) {
        Map<JsonNode, OwnedFields> keys = theirs.items();
        Map<JsonNode, Integer> matches = ListKeys.match(desired, keys.keySet());
        List<Optional<JsonNode>> left = new ArrayList<>();
        desired.forEach(item -> left.add(Optional.of(item)));
        keys.forEach((key, parts) -> {
            Integer match = matches.get(key);
            if (match != null) {
                JsonNode there = live.path(ListKeys.find(live, key));
                left.set(match, rest(place.field("[" + GoJson.text(key) + "]"), desired.get(match), parts, there));
            }
        });
        ArrayNode rest = Json.NODES.arrayNode();
        left.forEach(item -> item.ifPresent(rest::add));
        return rest;
    }
}
