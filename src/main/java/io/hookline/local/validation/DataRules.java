package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonEquality;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Validates ConfigMaps and Secrets. */
final class DataRules {

    /** The maximum size of all values together, decoded; keys are not counted. */
    private static final long MAX_BYTES = 1 << 20;

    private DataRules() {}

    static List<FieldError> configMap(ObjectNode tree) {
        List<FieldError> errors = keys(tree);
        long bytes = 0;
        for (JsonNode text : tree.path("data")) {
            bytes += text.asText().getBytes(StandardCharsets.UTF_8).length;
        }
        // As in the real server, the error names no field: the limit is for data and binaryData together.
        return checkSize(bytes + decodedSize(tree.path("binaryData")), "[]", errors);
    }

    static List<FieldError> secret(ObjectNode tree) {
        return checkSize(decodedSize(tree.path("data")), "data", keys(tree));
    }

    private static List<FieldError> checkSize(long bytes, String path, List<FieldError> errors) {
        if (bytes > MAX_BYTES) {
            errors.add(FieldError.tooLong(new FieldPath(path), MAX_BYTES));
        }
        return errors;
    }

    /** The number of bytes that base64 texts encode. */
    private static long decodedSize(JsonNode texts) {
        long bytes = 0;
        for (JsonNode text : texts) {
            String base64 = text.asText().stripTrailing();
            int end = base64.length();
            while (end > 0 && base64.charAt(end - 1) == '=') {
                end--;
            }
            bytes += end * 3L / 4;
        }
        return bytes;
    }

    private static List<FieldError> keys(ObjectNode tree) {
        List<FieldError> errors = new ArrayList<>();
        for (String part : List.of("data", "binaryData")) {
            for (Map.Entry<String, JsonNode> entry : tree.path(part).properties()) {
                if (!entry.getKey().matches("[-._a-zA-Z0-9]+")) {
                    errors.add(
                            FieldError.invalid(
                                    part + "[" + entry.getKey() + "]",
                                    entry.getKey(),
                                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',"
                                            + "  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"));
                }
            }
        }
        return errors;
    }

    /** Refuses changes of immutable data. */
    static List<FieldError> immutable(ObjectNode tree, ObjectNode before) {
        if (!before.path("immutable").asBoolean()) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>();
        if (!tree.path("immutable").asBoolean()) {
            errors.add(FieldError.forbidden("immutable", "field is immutable when `immutable` is set"));
        }
        for (String part : List.of("data", "binaryData")) {
            if (!JsonEquality.semantic(tree.path(part), before.path(part))) {
                errors.add(FieldError.forbidden(part, "field is immutable when `immutable` is set"));
            }
        }
        return errors;
    }
}
