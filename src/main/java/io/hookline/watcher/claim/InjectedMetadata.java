package io.hookline.watcher.claim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Map;

/**
 * What the watcher itself adds to every desired child of a parent.
 *
 * @param namespace for a child that names none; empty under a cluster-scoped parent
 * @param labels set where the child does not have the key
 * @param annotations set whatever the child has
 */
public record InjectedMetadata(String namespace, Map<String, String> labels, Map<String, String> annotations) {

    /** Where a namespaced child will live. */
    public String namespaceOf(KubeObject child) {
        return child.namespace().isEmpty() ? namespace : child.namespace();
    }

    /**
     * Adds them to a child's tree; the key says where it lives.
     *
     * @throws DecodeException if the child has annotations that are none
     */
    public void addTo(ObjectNode child, ObjectKey key) {
        ObjectNode metadata = child.withObjectProperty("metadata");
        requireTexts(metadata.path("annotations"), new FieldPath("metadata.annotations"));
        if (key.namespace().isEmpty()) {
            metadata.remove("namespace");
        } else {
            metadata.put("namespace", key.namespace());
        }
        labels.forEach((name, value) -> {
            ObjectNode all = metadata.withObjectProperty("labels");
            if (!all.has(name)) {
                all.put(name, value);
            }
        });
        annotations.forEach(
                (name, value) -> metadata.withObjectProperty("annotations").put(name, value));
    }

    private static void requireTexts(JsonNode map, FieldPath place) {
        if (map.isMissingNode() || map.isNull()) {
            return;
        }
        Json.object(map, place).properties().forEach(field -> {
            if (!field.getValue().isTextual() && !field.getValue().isNull()) {
                throw DecodeException.expected(
                        place.field(field.getKey()), "a string", Json.describe(field.getValue()));
            }
        });
    }
}
