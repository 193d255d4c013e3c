package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.schema.SchemaCheck;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;

/** Validates the replica counts that the scale subresource reads. */
public final class ScaleRules {

    private final List<FieldError> errors = new ArrayList<>();

    private ScaleRules() {}

    /** Returns the errors in status and, if {@code withSpec}, in spec. */
    public static List<FieldError> check(ScalePaths paths, JsonNode tree, boolean withSpec) {
        ScaleRules rules = new ScaleRules();
        if (paths.exist()) {
            if (withSpec) {
                rules.replicas(paths.specReplicas(), tree);
            }
            rules.replicas(paths.statusReplicas(), tree);
        }
        return rules.errors;
    }

    private void replicas(String path, JsonNode tree) {
        JsonNode node = tree;
        for (String step : path.split("\\.", -1)) {
            if (!node.isObject() && !node.isMissingNode()) {
                noAccess(path, node, "map[string]interface{}");
                return;
            }
            node = node.path(step);
        }
        if (node.isMissingNode()) {
            return;
        }
        if (!node.isIntegralNumber()) {
            noAccess(path, node, "int64");
        } else if (node.longValue() < 0) {
            errors.add(FieldError.invalid(new FieldPath("." + path), node, "should be a non-negative integer"));
        } else if (node.longValue() > Integer.MAX_VALUE) {
            errors.add(FieldError.invalid(
                    new FieldPath("." + path), node, "should be less than or equal to " + Integer.MAX_VALUE));
        }
    }

    private void noAccess(String path, JsonNode value, String expected) {
        String shown = value.isTextual() ? value.textValue() : FieldError.show(value);
        errors.add(FieldError.invalid(
                new FieldPath("." + path),
                Json.NODES.numberNode(0L),
                "." + path + " accessor error: " + shown + " is of the type " + goType(value) + ", expected "
                        + expected));
    }

    private static String goType(JsonNode value) {
        return switch (SchemaCheck.typeOf(value)) {
            case "string" -> "string";
            case "boolean" -> "bool";
            case "integer" -> "int64";
            case "number" -> "float64";
            case "array" -> "[]interface {}";
            case "null" -> "<nil>";
            default -> "map[string]interface {}";
        };
    }
}
