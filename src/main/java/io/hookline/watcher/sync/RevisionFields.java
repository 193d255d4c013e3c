package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a parent that belong to a revision. A change of these fields is rolled out; a change of any other field
 * reaches all children at once.
 */
final class RevisionFields {

    private final List<List<String>> paths;

    /** @param paths field names separated by dots */
    RevisionFields(List<String> paths) {
        this.paths =
                paths.stream().map(path -> Arrays.asList(path.split("\\."))).toList();
    }

    /** A new object with only those fields of a parent that belong to a revision and exist. */
    ObjectNode patch(KubeObject parent) {
        ObjectNode tree = parent.tree();
        ObjectNode patch = Json.NODES.objectNode();
        for (List<String> path : paths) {
            JsonNode value = find(tree, path);
            if (value != null) {
                set(patch, path, value);
            }
        }
        return patch;
    }

    /** The parent with the fields of a revision. Fields that the revision does not have are removed. */
    KubeObject with(KubeObject parent, ObjectNode patch) {
        ObjectNode tree = parent.tree();
        for (List<String> path : paths) {
            JsonNode value = find(patch, path);
            if (value != null) {
                set(tree, path, value.deepCopy());
            } else {
                remove(tree, path);
            }
        }
        return KubeObject.of(tree);
    }

    private static @Nullable JsonNode find(JsonNode tree, List<String> path) {
        JsonNode node = tree;
        for (String name : path) {
            if (node == null || !node.isObject()) {
                return null;
            }
            node = node.get(name);
        }
        return node;
    }

    private static void set(ObjectNode tree, List<String> path, JsonNode value) {
        ObjectNode node = tree;
        for (String name : path.subList(0, path.size() - 1)) {
            node = node.get(name) instanceof ObjectNode next ? next : node.putObject(name);
        }
        node.set(path.getLast(), value);
    }

    private static void remove(ObjectNode tree, List<String> path) {
        if (find(tree, path.subList(0, path.size() - 1)) instanceof ObjectNode node) {
            node.remove(path.getLast());
        }
    }
}
