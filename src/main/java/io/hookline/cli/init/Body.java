package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.yaml.Yaml;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A first object of a kind. Strings such as {@code $image} are references: {@code $name}, {@code $labels}, {@code $selector} (the
 * labels of the Pods that it selects), and the fields of {@link SpecField}.
 *
 * @param complete whether the API server accepts it as it is; otherwise it has metadata only
 */
record Body(ObjectNode tree, boolean complete) {

    /** The body of a built-in kind, or one with metadata only. */
    static Body of(String apiVersion, String kind) {
        Optional<ObjectNode> known = Template.find("bodies/" + kind + ".yaml")
                .map(text -> (ObjectNode) Yaml.documents(text).getFirst().tree())
                .filter(tree -> tree.path("apiVersion").asText().equals(apiVersion));
        return known.map(tree -> new Body(tree, true)).orElseGet(() -> new Body(bare(apiVersion, kind), false));
    }

    private static ObjectNode bare(String apiVersion, String kind) {
        ObjectNode tree = Json.NODES.objectNode().put("apiVersion", apiVersion).put("kind", kind);
        tree.putObject("metadata").put("name", "$name").put("labels", "$labels");
        return tree;
    }

    /** The name of a reference, if the value is one. */
    static Optional<String> reference(JsonNode value) {
        return value.isTextual() && value.textValue().startsWith("$")
                ? Optional.of(value.textValue().substring(1))
                : Optional.empty();
    }

    /** The names of all references. */
    Set<String> references() {
        Set<String> found = new LinkedHashSet<>();
        collect(tree, found);
        return found;
    }

    private static void collect(JsonNode node, Set<String> found) {
        reference(node).ifPresent(found::add);
        node.forEach(child -> collect(child, found));
    }

    /** The path of the first value that is a reference with this name, as in {@code expect.yaml}. */
    Optional<String> pathOf(String reference) {
        return pathOf(tree, "", reference);
    }

    private static Optional<String> pathOf(JsonNode node, String path, String reference) {
        if (reference(node).filter(reference::equals).isPresent()) {
            return Optional.of(path);
        }
        for (var field : node.properties()) {
            String inner = (path.isEmpty() ? "" : path + ".") + field.getKey();
            Optional<String> found = pathOf(field.getValue(), inner, reference);
            if (found.isPresent()) {
                return found;
            }
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            Optional<String> found = pathOf(node.get(i), path + "[" + i + "]", reference);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The object with values instead of references. */
    ObjectNode with(Function<String, JsonNode> values) {
        return (ObjectNode) replaced(tree, values);
    }

    private static JsonNode replaced(JsonNode node, Function<String, JsonNode> values) {
        if (node.isObject()) {
            ObjectNode copy = Json.NODES.objectNode();
            node.properties().forEach(field -> copy.set(field.getKey(), replaced(field.getValue(), values)));
            return copy;
        }
        if (node.isArray()) {
            ArrayNode copy = Json.NODES.arrayNode();
            node.forEach(element -> copy.add(replaced(element, values)));
            return copy;
        }
        return reference(node).map(values).orElse(node);
    }
}
