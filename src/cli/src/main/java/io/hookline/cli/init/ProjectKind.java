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
 * A kind of children or attachments, or the kind of decorated objects, with a first object of it. Strings of that
 * object such as {@code $image} are references: {@code $name}, {@code $labels}, {@code $selector} (the labels of the
 * Pods that it selects), and the fields of {@link ProjectPlan.SpecField}.
 *
 * @param body the first object
 * @param complete whether the API server accepts the object as it is; otherwise it has metadata only
 */
record ProjectKind(String apiVersion, String plural, String kind, ObjectNode body, boolean complete) {

    /** Kinds whose Pod template cannot be changed. */
    private static final Set<String> IMMUTABLE = Set.of("Job", "Pod");

    /** Kinds that run a number of Pods and report how many are ready. */
    private static final Set<String> SCALED = Set.of("Deployment", "StatefulSet");

    /** A kind with the body of a built-in kind, or one with metadata only. */
    static ProjectKind of(String apiVersion, String plural, String kind) {
        Optional<ObjectNode> known = Template.find("bodies/" + kind + ".yaml")
                .map(text -> (ObjectNode) Yaml.documents(text).getFirst().tree())
                .filter(tree -> tree.path("apiVersion").asText().equals(apiVersion));
        return new ProjectKind(
                apiVersion, plural, kind, known.orElseGet(() -> bare(apiVersion, kind)), known.isPresent());
    }

    private static ObjectNode bare(String apiVersion, String kind) {
        ObjectNode tree = Json.NODES.objectNode().put("apiVersion", apiVersion).put("kind", kind);
        tree.putObject("metadata").put("name", "$name").put("labels", "$labels");
        return tree;
    }

    /** The key of its objects in a hook request. */
    String requestGroup() {
        return kind + "." + apiVersion;
    }

    /** How children of this kind are updated. */
    String updateMethod() {
        return complete && IMMUTABLE.contains(kind) ? "Recreate" : "InPlace";
    }

    /** Whether it reports {@code status.readyReplicas}. */
    boolean isScaled() {
        return complete && SCALED.contains(kind);
    }

    /** The name of a reference, if the value is one. */
    static Optional<String> reference(JsonNode value) {
        return value.isTextual() && value.textValue().startsWith("$")
                ? Optional.of(value.textValue().substring(1))
                : Optional.empty();
    }

    /** The names of all references of its body. */
    Set<String> references() {
        Set<String> found = new LinkedHashSet<>();
        collect(body, found);
        return found;
    }

    private static void collect(JsonNode node, Set<String> found) {
        reference(node).ifPresent(found::add);
        node.forEach(child -> collect(child, found));
    }

    /** The path of the first value of its body that is a reference with this name, as in {@code expect.yaml}. */
    Optional<String> pathOf(String reference) {
        return pathOf(body, "", reference);
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

    /** An object of this kind: the body with values instead of references. */
    ObjectNode with(Function<String, JsonNode> values) {
        return (ObjectNode) replaced(body, values);
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
