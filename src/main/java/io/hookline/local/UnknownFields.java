package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the fields of an object (or of a part of one) that its structural schema does not know: those that get pruned. */
final class UnknownFields {

    private static final Set<String> METADATA = Set.of(
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");

    private final List<Place> found = new ArrayList<>();

    private UnknownFields() {}

    /** The unknown fields of a custom resource's object, in the order in which they stand. */
    static List<Place> of(JsonNode object, JsonNode schema) {
        UnknownFields walk = new UnknownFields();
        walk.root(object, schema, Place.ROOT);
        return List.copyOf(walk.found);
    }

    private void root(JsonNode object, JsonNode schema, Place place) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            Place at = place.field(field.getKey());
            switch (field.getKey()) {
                case "apiVersion", "kind" -> {}
                case "metadata" -> metadata(field.getValue(), at);
                default -> field(field, schema, at);
            }
        }
    }

    private void metadata(JsonNode metadata, Place place) {
        for (Map.Entry<String, JsonNode> field : metadata.properties()) {
            if (!METADATA.contains(field.getKey())) {
                found.add(place.field(field.getKey()));
            }
        }
    }

    private void field(Map.Entry<String, JsonNode> field, JsonNode schema, Place place) {
        JsonNode known = schema.path("properties").path(field.getKey());
        if (known.isObject()) {
            walk(field.getValue(), known, place);
        } else if (schema.path("additionalProperties").isObject()) {
            walk(field.getValue(), schema.path("additionalProperties"), place);
        } else if (!keepsUnknown(schema)) {
            found.add(place);
        }
    }

    private static boolean keepsUnknown(JsonNode schema) {
        return schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()
                || schema.path("additionalProperties").asBoolean();
    }

    private void walk(JsonNode value, JsonNode schema, Place place) {
        if (schema.path("x-kubernetes-embedded-resource").asBoolean()) {
            root(value, schema, place);
        } else if (value.isObject()) {
            value.properties().forEach(field -> field(field, schema, place.field(field.getKey())));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                walk(value.get(i), schema.path("items"), place.index(i));
            }
        }
    }
}
