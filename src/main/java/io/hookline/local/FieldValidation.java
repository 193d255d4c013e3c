package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.List;

/**
 * What becomes of fields that a kind does not know: refused, warned about, or silently dropped, as the request's {@code
 * fieldValidation} says. Thread-safe.
 */
final class FieldValidation {

    private final LocalCluster cluster;

    FieldValidation(LocalCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Checks a whole object.
     *
     * @throws ClusterException.BadRequest if the request is strict and there are unknown fields
     */
    void check(ApiRequest request, KubeObject object) {
        List<String> unknown = unknown(request, object);
        if (isStrict(request) && !unknown.isEmpty()) {
            String kind = request.resource().kind();
            throw new ClusterException.BadRequest(
                    kind + " in version \"" + request.resource().gvk().version() + "\" cannot be handled as a " + kind
                            + ": " + strictError(unknown));
        }
        warn(request, unknown);
    }

    /** Checks what a patch would write, as far as its own text tells. */
    void check(ApiRequest request, Patch.Type type, JsonNode patch) {
        JsonNode written = type == Patch.Type.JSON ? written(patch) : patch;
        if (!written.isObject()) {
            return; // the patch itself is refused for that
        }
        ObjectNode tree = written.deepCopy();
        tree.withObjectProperty("metadata"); // a patch need not name it, an object must
        List<String> unknown = unknown(request, KubeObject.of(tree));
        if (isStrict(request) && !unknown.isEmpty()) {
            throw type == Patch.Type.APPLY
                    ? new ClusterException.BadRequest(strictError(unknown))
                    : new ClusterException.Invalid(" \"\" is invalid: patch: Invalid value: \""
                            + request.path().name() + "\": " + strictError(unknown));
        }
        warn(request, unknown);
    }

    /** A strategic patch's directives are no fields. */
    private List<String> unknown(ApiRequest request, KubeObject object) {
        return switch (mode(request)) {
            case "Ignore" -> List.of();
            case "Strict", "Warn" ->
                cluster.unknownFields(request.resource(), object).stream()
                        .filter(path -> !path.contains("$"))
                        .toList();
            default ->
                throw new ClusterException.Invalid("Options.meta.k8s.io \"\" is invalid: fieldValidation: Unsupported"
                        + " value: \"" + mode(request) + "\": supported values: \"Ignore\", \"Strict\", \"Warn\"");
        };
    }

    private static String mode(ApiRequest request) {
        String mode = request.param("fieldValidation");
        return mode.isEmpty() ? "Warn" : mode;
    }

    private static boolean isStrict(ApiRequest request) {
        return mode(request).equals("Strict");
    }

    private static String strictError(List<String> unknown) {
        return "strict decoding error: "
                + String.join(
                        ", ", unknown.stream().map(FieldValidation::problem).toList());
    }

    private static String problem(String path) {
        return "unknown field \"" + path + "\"";
    }

    private static void warn(ApiRequest request, List<String> unknown) {
        for (String path : unknown) {
            request.ctx().res().addHeader("Warning", "299 - " + Json.NODES.textNode(problem(path)));
        }
    }

    /** The values that a JSON patch sets, each in an object of its own path, merged. */
    private static JsonNode written(JsonNode patch) {
        ObjectNode written = Json.NODES.objectNode();
        for (JsonNode operation : patch) {
            String op = operation.path("op").asText();
            String[] words = operation.path("path").asText().split("/", -1);
            if ((op.equals("add") || op.equals("replace")) && words.length > 1) {
                JsonNode value = operation.path("value");
                for (int i = words.length - 1; i > 1; i--) {
                    value = wrap(words[i].replace("~1", "/").replace("~0", "~"), value);
                }
                merge(written, words[1], value);
            }
        }
        return written;
    }

    private static JsonNode wrap(String word, JsonNode value) {
        boolean element = word.equals("-") || word.matches("\\d+");
        if (element) {
            ArrayNode list = Json.NODES.arrayNode();
            return list.add(value);
        }
        return Json.NODES.objectNode().set(word, value);
    }

    private static void merge(ObjectNode into, String field, JsonNode value) {
        if (into.get(field) instanceof ObjectNode old && value instanceof ObjectNode added) {
            added.properties().forEach(f -> merge(old, f.getKey(), f.getValue()));
        } else {
            into.set(field, value);
        }
    }
}
