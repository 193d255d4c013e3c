package io.hookline.local.machinery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;

/** Reads and changes common fields of object trees. */
public final class ObjectTrees {
    private ObjectTrees() {}

    /** The metadata; created if it is missing. */
    public static ObjectNode metadata(ObjectNode tree) {
        return object(tree, "metadata");
    }

    /** The object in a field; created if the field is missing or not an object. */
    public static ObjectNode object(ObjectNode tree, String field) {
        if (tree.get(field) instanceof ObjectNode existing) {
            return existing;
        }
        ObjectNode created = Json.NODES.objectNode();
        tree.set(field, created);
        return created;
    }

    /** Sets a field if it is absent. */
    public static void fallback(ObjectNode tree, String field, String value) {
        if (Json.isAbsent(tree.path(field)) || tree.path(field).asText("x").isEmpty()) {
            tree.put(field, value);
        }
    }

    /** Sets a field if it is absent. */
    public static void fallback(ObjectNode tree, String field, long value) {
        if (Json.isAbsent(tree.path(field))) {
            tree.put(field, value);
        }
    }

    /** Copies a field from another tree, or removes it if that tree does not have it. */
    public static void carry(ObjectNode to, ObjectNode from, String field) {
        JsonNode value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.set(field, value);
        }
    }

    public static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    public static List<String> finalizers(ObjectNode tree) {
        return texts(tree.path("metadata").path("finalizers"));
    }

    public static void setFinalizers(ObjectNode tree, List<String> finalizers) {
        ObjectNode metadata = metadata(tree);
        if (finalizers.isEmpty()) {
            metadata.remove("finalizers");
            return;
        }
        ArrayNode list = Json.NODES.arrayNode();
        finalizers.forEach(list::add);
        metadata.set("finalizers", list);
    }

    /** A copy of the object with another resourceVersion. */
    public static KubeObject at(KubeObject object, long revision) {
        ObjectNode tree = object.tree();
        metadata(tree).put("resourceVersion", Long.toString(revision));
        return KubeObject.of(tree);
    }
}
