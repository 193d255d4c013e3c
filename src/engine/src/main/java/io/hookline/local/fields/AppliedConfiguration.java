package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.GoDecoding;
import io.hookline.local.schema.GoTimes;
import io.hookline.local.schema.Schema;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Refuses configurations that cannot be merged, with the messages of the real server. */
final class AppliedConfiguration {

    private final List<String> problems = new ArrayList<>();

    private AppliedConfiguration() {}

    static void check(ServedResource resource, ObjectNode configuration, Schema schema) {
        checkType(resource, configuration);
        JsonNode managers = configuration.path("metadata").path(FieldManager.LIST);
        if (!managers.isMissingNode() && !managers.isNull()) {
            throw ApiErrors.badRequest("metadata.managedFields must be nil");
        }
        AppliedConfiguration check = new AppliedConfiguration();
        check.value(configuration, schema, List.of());
        if (!check.problems.isEmpty()) {
            throw new ClusterException.Unavailable(500, check.message(resource, configuration.path("metadata")));
        }
    }

    private static void checkType(ServedResource resource, ObjectNode configuration) {
        GroupVersionKind type = GroupVersionKind.of(
                configuration.path("apiVersion").asText(""),
                configuration.path("kind").asText(""));
        if (!type.equals(resource.api().gvk())) {
            throw ApiErrors.badRequest(
                    "invalid object type: " + type.group() + "/" + type.version() + ", Kind=" + type.kind());
        }
    }

    private String message(ServedResource resource, JsonNode metadata) {
        GroupVersionKind type = resource.api().gvk();
        String what = metadata.path("namespace").asText("") + "/"
                + metadata.path("name").asText("") + "; " + type.group() + "/" + type.version() + ", Kind="
                + type.kind();
        String all = problems.size() == 1 ? problems.getFirst() : "errors:\n  " + String.join("\n  ", problems);
        return "failed to create typed patch object (" + what + "): " + all;
    }

    private void value(JsonNode value, Schema schema, List<String> path) {
        if (value.isNull()) {
            return;
        }
        if (schema.isScalar()) {
            add(path, GoValues.scalarProblem(value, schema));
        } else if (schema.type().equals("array")) {
            if (value.isArray()) {
                elements(value, schema, path);
            } else {
                add(path, "expected list, got &{" + GoDecoding.print(value) + "}");
            }
        } else if (schema.type().equals("object")) {
            if (value.isObject()) {
                fields(value, schema, path);
            } else {
                add(path, "expected map, got &{" + GoDecoding.print(value) + "}");
            }
        }
    }

    private void add(List<String> path, String problem) {
        if (!problem.isEmpty()) {
            problems.add(PathElement.print(path) + ": " + problem);
        }
    }

    private void fields(JsonNode object, Schema schema, List<String> path) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            List<String> place = below(path, PathElement.field(field.getKey()));
            if (schema.declares(field.getKey())) {
                value(field.getValue(), schema.field(field.getKey()), place);
            } else {
                add(place, "field not declared in schema");
            }
        }
    }

    private void elements(JsonNode list, Schema schema, List<String> path) {
        boolean atomic = schema.lists().type().equals("atomic");
        for (int i = 0; i < list.size(); i++) {
            String step = atomic ? "i:" + i : PathElement.of(list.get(i), schema);
            if (step != null) {
                value(list.get(i), schema.element(), below(path, step));
            } else if (!schema.lists().keys().isEmpty()) {
                add(path, "element " + i + ": associative list with keys " + withoutKeys(list.get(i), schema));
            }
        }
        if (!atomic) {
            for (String step : new TreeSet<>(FieldSetReader.duplicates(list, schema))) {
                add(path, "duplicate entries for key " + PathElement.print(List.of(step)));
            }
        }
    }

    private static String withoutKeys(JsonNode element, Schema list) {
        if (!element.isObject()) {
            return element.isNull() ? "may not have a null element" : "may not have non-map elements";
        }
        String keys = list.lists().keys().stream().map(FieldError::quote).collect(Collectors.joining(" "));
        return "has an element that omits all key fields [" + keys
                + "] (and doesn't have default values for any key fields)";
    }

    private static List<String> below(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    /** Values as the messages of the real server show them, which are in the notation of Go. */
    private static final class GoValues {
        private GoValues() {}

        /** The message about a value that is not of the scalar type of its schema; empty if it is. */
        static String scalarProblem(JsonNode value, Schema schema) {
            return switch (GoTimes.isTime(schema) ? "" : schema.type()) { // a time may be any scalar here
                case "string" ->
                    value.isTextual()
                            ? ""
                            : "expected string, got &value.valueUnstructured{Value:" + syntax(value) + "}";
                case "integer", "number" ->
                    value.isNumber() ? "" : "expected numeric (int or float), got " + typeOf(value);
                case "boolean" -> value.isBoolean() ? "" : "expected boolean, got &{" + GoDecoding.print(value) + "}";
                default -> value.isValueNode() ? "" : "expected any scalar, got &{" + GoDecoding.print(value) + "}";
            };
        }

        private static String typeOf(JsonNode value) {
            return switch (value.getNodeType()) {
                case STRING -> "string";
                case BOOLEAN -> "bool";
                case ARRAY -> "[]interface {}";
                default -> "map[string]interface {}";
            };
        }

        /** The value as Go source. */
        private static String syntax(JsonNode value) {
            List<String> parts = new ArrayList<>();
            if (value.isArray()) {
                value.forEach(element -> parts.add(syntax(element)));
                return "[]interface {}{" + String.join(", ", parts) + "}";
            }
            if (value.isObject()) {
                value.properties().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .forEach(field -> parts.add("\"" + field.getKey() + "\":" + syntax(field.getValue())));
                return "map[string]interface {}{" + String.join(", ", parts) + "}";
            }
            return GoJson.text(value);
        }
    }

    /**
     * Finds nulls in a custom resource after an apply, which a real server refuses. They are in the configuration, or
     * they replace an object or a list of which a manager has given up the last part.
     */
    static final class NullCheck {

        private final List<FieldError> errors = new ArrayList<>();

        private NullCheck() {}

        static List<FieldError> check(ServedResource resource, JsonNode merged, Schema schema) {
            if (!resource.isCustom()) {
                return List.of();
            }
            NullCheck check = new NullCheck();
            for (Map.Entry<String, JsonNode> field : merged.properties()) {
                if (!field.getKey().equals("metadata")) {
                    check.value(field.getValue(), schema.field(field.getKey()), FieldPath.ROOT.field(field.getKey()));
                }
            }
            return check.errors;
        }

        private void value(JsonNode value, Schema schema, FieldPath place) {
            if (value.isNull()) {
                if (schema.refusesNull()) {
                    errors.add(new FieldError(
                            place.path(),
                            "Invalid value: \"null\": " + place.path() + " in body must be of type " + schema.type()
                                    + ": \"null\""));
                }
            } else if (value.isObject()) {
                for (Map.Entry<String, JsonNode> field : value.properties()) {
                    value(field.getValue(), schema.field(field.getKey()), place.field(field.getKey()));
                }
            } else if (value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    value(value.get(i), schema.element(), place.index(i));
                }
            }
        }
    }
}
