package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;

/** Validates a custom resource against its schema. An update is not refused for values that it did not change. */
public final class SchemaRules {
    private SchemaRules() {}

    public static List<FieldError> onCreate(ObjectNode tree, Schema schema) {
        List<FieldError> errors = new ArrayList<>(SchemaCheck.check(tree, schema, FieldPath.ROOT));
        errors.addAll(ListUniqueness.check(tree, schema));
        return errors;
    }

    public static List<FieldError> onUpdate(ObjectNode tree, ObjectNode before, Schema schema) {
        List<FieldError> errors = new ArrayList<>(SchemaCheck.recheck(tree, before, schema, FieldPath.ROOT));
        errors.addAll(newDuplicates(tree, before, schema));
        return errors;
    }

    public static List<FieldError> onStatusUpdate(ObjectNode tree, ObjectNode before, Schema schema) {
        List<FieldError> errors = new ArrayList<>();
        Schema status = schema.properties().get("status");
        if (status != null && tree.has("status")) {
            JsonNode old = before.has("status") ? before.get("status") : Json.NODES.missingNode();
            errors.addAll(SchemaCheck.recheck(tree.path("status"), old, status, new FieldPath("status")));
        }
        errors.addAll(newDuplicates(tree, before, schema));
        return errors;
    }

    private static List<FieldError> newDuplicates(ObjectNode tree, ObjectNode before, Schema schema) {
        return ListUniqueness.check(before, schema).isEmpty() ? ListUniqueness.check(tree, schema) : List.of();
    }
}
