package io.hookline.local.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.Arrays;
import java.util.List;

/**
 * JSON patch (RFC 6902) with the differences of the API server. There {@code replace} also adds a field, {@code test}
 * treats an absent field as null, a negative index counts from the end, and what is before the first slash of a pointer
 * is ignored. The whole document can only be tested and replaced, the latter by an object or a list.
 */
final class JsonPatch {

    /** The limit of a real server for all copies of a patch together, as JSON. Copies of copies grow exponentially. */
    private static final long MAX_COPIED_BYTES = 3L << 20;

    private JsonNode document;
    private long copiedBytes;

    private JsonPatch(JsonNode document) {
        this.document = document;
    }

    /** An operation that cannot be applied. The client gets no details, as in the real server. */
    static final class Rejected extends Exception {
        private static final long serialVersionUID = 1;

        Rejected(String message) {
            super(message);
        }
    }

    /** The patched document; {@code document} may be changed. */
    static JsonNode apply(JsonNode document, JsonNode operations) throws Rejected {
        JsonPatch patches = new JsonPatch(document);
        for (JsonNode operation : operations) {
            patches.apply(operation);
        }
        return patches.document;
    }

    private void apply(JsonNode operation) throws Rejected {
        List<String> path = path(operation.path("path"));
        JsonNode value = operation.has("value") ? operation.get("value") : Json.NODES.nullNode();
        switch (operation.path("op").asText()) {
            case "add" -> add(path, value.deepCopy());
            case "remove" -> remove(path);
            case "replace" -> replace(path, value.deepCopy());
            case "move" -> add(path, remove(path(operation.path("from"))));
            case "copy" -> add(path, copy(path(operation.path("from"))));
            case "test" -> test(path, value);
            default -> throw new Rejected("unexpected kind: " + operation.path("op"));
        }
    }

    private static List<String> path(JsonNode pointer) throws Rejected {
        String text = pointer.asText();
        int slash = text.indexOf('/');
        if (!pointer.isTextual() || (slash < 0 && !text.isEmpty())) {
            throw new Rejected("not a pointer: " + pointer);
        }
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.substring(slash + 1).split("/", -1))
                        .map(step -> step.replace("~1", "/").replace("~0", "~"))
                        .toList();
    }

    private JsonNode parent(List<String> path) throws Rejected {
        if (path.isEmpty()) {
            throw new Rejected("the whole document");
        }
        JsonNode node = document;
        for (String step : path.subList(0, path.size() - 1)) {
            node = child(node, step);
            if (!node.isContainerNode()) {
                throw new Rejected("missing path: " + path);
            }
        }
        return node;
    }

    private static JsonNode child(JsonNode node, String step) throws Rejected {
        return node instanceof ArrayNode list ? list.get(index(step, list.size() - 1)) : node.path(step);
    }

    private static int index(String step, int last) throws Rejected {
        try {
            int given = Integer.parseInt(step);
            int index = given < 0 ? given + last + 1 : given;
            if (index >= 0 && index <= last) {
                return index;
            }
        } catch (NumberFormatException e) {
            // rejected below
        }
        throw new Rejected("no index " + step);
    }

    private void add(List<String> path, JsonNode value) throws Rejected {
        JsonNode parent = parent(path);
        String last = path.getLast();
        switch (parent) {
            case ObjectNode object -> object.set(last, value);
            case ArrayNode list -> list.insert(last.equals("-") ? list.size() : index(last, list.size()), value);
            default -> throw new Rejected("missing path: " + path);
        }
    }

    private JsonNode remove(List<String> path) throws Rejected {
        JsonNode removed = switch (parent(path)) {
            case ObjectNode object -> object.remove(path.getLast());
            case ArrayNode list -> list.remove(index(path.getLast(), list.size() - 1));
            default -> null;
        };
        if (removed == null) {
            throw new Rejected("nothing to remove: " + path);
        }
        return removed;
    }

    private void replace(List<String> path, JsonNode value) throws Rejected {
        if (path.isEmpty()) {
            if (!value.isContainerNode()) {
                throw new Rejected("the document is neither an object nor a list");
            }
            document = value;
        } else if (parent(path) instanceof ArrayNode list) {
            list.set(index(path.getLast(), list.size() - 1), value);
        } else {
            add(path, value);
        }
    }

    private JsonNode get(List<String> path) throws Rejected {
        JsonNode found = child(parent(path), path.getLast());
        return found.isMissingNode() ? Json.NODES.nullNode() : found;
    }

    private JsonNode copy(List<String> from) throws Rejected {
        JsonNode found = get(from);
        copiedBytes += GoJson.bytes(found).length;
        if (copiedBytes > MAX_COPIED_BYTES) {
            throw new Rejected("the copies add more than " + MAX_COPIED_BYTES + " bytes");
        }
        return found.deepCopy();
    }

    private void test(List<String> path, JsonNode value) throws Rejected {
        if (!JsonEquality.strict(path.isEmpty() ? document : get(path), value)) {
            throw new Rejected("test failed: " + path);
        }
    }
}
