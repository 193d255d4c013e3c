package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.GoDecoding;
import io.hookline.local.schema.Schema;
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
}
