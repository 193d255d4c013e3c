package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Child;
import io.hookline.apply.ChildTrees;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.object.TreeReader;
import java.util.Map;

/**
 * The metadata that the watcher adds to every desired child of a parent.
 *
 * @param namespace for a child without namespace; empty if the parent is cluster-scoped
 * @param labels added if the child does not have the key
 * @param annotations set, replacing the child's own values
 */
record InjectedMetadata(String namespace, Map<String, String> labels, Map<String, String> annotations) {

    /** The namespace in which a namespaced child is created. */
    String namespaceOf(KubeObject child) {
        return child.namespace().isEmpty() ? namespace : child.namespace();
    }

    /**
     * Adds the metadata to a child's tree.
     *
     * @param key the child's namespace and name
     * @throws DecodeException if an annotation of the child is not a string
     */
    void addTo(ObjectNode child, ObjectKey key) {
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
        if (Json.isAbsent(map)) {
            return;
        }
        Json.object(map, place).properties().forEach(field -> {
            if (!field.getValue().isTextual() && !field.getValue().isNull()) {
                throw DecodeException.expected(
                        place.field(field.getKey()), "a string", Json.describe(field.getValue()));
            }
        });
    }

    /** Parses the children of one parent; desired ones get the injected metadata. */
    record InjectedTrees(TreeReader trees, InjectedMetadata injected) implements ChildTrees {

        @Override
        public ObjectNode observed(KubeObject child) {
            return trees.read(child);
        }

        @Override
        public ObjectNode desired(Child child) {
            ObjectNode tree = trees.read(child.object());
            injected.addTo(tree, child.key());
            return tree;
        }
    }
}
