package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.schema.StrictFields;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The fields that the operations of a JSON patch write, as far as the patch alone shows them. */
final class PatchedFields {

    private static final Set<String> WRITES = Set.of("add", "replace");

    private PatchedFields() {}

    /** Returns the duplicate fields of the patch, then those of the values that it writes into the object. */
    static List<String> problems(JsonNode patch, String text) {
        Set<String> problems = new LinkedHashSet<>();
        Set<String> written = new LinkedHashSet<>();
        for (String problem : StrictFields.ofOperations(text)) {
            problems.add("json patch " + problem);
            written.addAll(written(problem, patch));
        }
        problems.addAll(written);
        return List.copyOf(problems);
    }

    /** Converts {@code duplicate field "[1].value.q"} to the path in the object that receives the value. */
    private static List<String> written(String problem, JsonNode patch) {
        int begin = problem.indexOf("\"[") + 2;
        int end = problem.indexOf("].value", begin);
        if (!problem.startsWith("duplicate") || begin < 2 || end < 0 || problem.endsWith("].value\"")) {
            return List.of();
        }
        int index = Integer.parseInt(problem.substring(begin, end));
        String path = patch.path(index).path("path").asText();
        String rest = problem.substring(end + "].value".length());
        boolean stays = WRITES.contains(patch.path(index).path("op").asText())
                && path.startsWith("/")
                && !path.endsWith("/-")
                && !isChangedLater(patch, index, path);
        return stays ? List.of("duplicate field \"" + fieldPath(path) + rest) : List.of();
    }

    private static boolean isChangedLater(JsonNode patch, int index, String path) {
        for (int i = index + 1; i < patch.size(); i++) {
            JsonNode operation = patch.get(i);
            boolean above = (path + "/").startsWith(operation.path("path").asText() + "/");
            if (above && !operation.path("op").asText().equals("test")) {
                return true;
            }
        }
        return false;
    }

    private static String fieldPath(String pointer) {
        List<String> steps = new ArrayList<>();
        for (String segment : pointer.substring(1).split("/", -1)) {
            if (segment.matches("\\d+") && !steps.isEmpty()) {
                steps.set(steps.size() - 1, steps.getLast() + "[" + segment + "]");
            } else {
                steps.add(unescape(segment));
            }
        }
        return String.join(".", steps);
    }

    /** Returns an object with all values that a JSON patch sets, each at its path. */
    static JsonNode written(JsonNode patch) {
        ObjectNode written = Json.NODES.objectNode();
        for (JsonNode operation : patch) {
            String[] segments = operation.path("path").asText().split("/", -1);
            if (WRITES.contains(operation.path("op").asText()) && segments.length > 1) {
                JsonNode value = operation.path("value");
                for (int i = segments.length - 1; i > 1; i--) {
                    value = wrap(unescape(segments[i]), value);
                }
                merge(written, segments[1], value);
            }
        }
        return written;
    }

    private static String unescape(String segment) {
        return segment.replace("~1", "/").replace("~0", "~");
    }

    private static JsonNode wrap(String segment, JsonNode value) {
        boolean element = segment.equals("-") || segment.matches("\\d+");
        if (element) {
            ArrayNode list = Json.NODES.arrayNode();
            return list.add(value);
        }
        return Json.NODES.objectNode().set(segment, value);
    }

    private static void merge(ObjectNode into, String field, JsonNode value) {
        if (into.get(field) instanceof ObjectNode old && value instanceof ObjectNode added) {
            added.properties().forEach(f -> merge(old, f.getKey(), f.getValue()));
        } else {
            into.set(field, value);
        }
    }
}
