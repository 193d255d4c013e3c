package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Values of Secrets that a recorded answer must not show. In an expected answer, a value {@code (redacted)} of a Secret equals
 * any text.
 */
public final class RedactedAnswer {

    /** Stands for a value of a Secret. */
    public static final String REDACTED = "(redacted)";

    private static final List<String> VALUES = List.of("data", "stringData");

    private RedactedAnswer() {}

    static boolean isRedacted(JsonNode value) {
        return REDACTED.equals(value.textValue());
    }

    /** Whether a tree is a Secret. */
    public static boolean isSecret(JsonNode object) {
        return "Secret".equals(object.path("kind").textValue())
                && "v1".equals(object.path("apiVersion").textValue());
    }

    /** The expected answer, with the returned values in place of redacted ones. */
    static JsonNode filled(JsonNode expected, JsonNode returned) {
        JsonNode copy = expected.deepCopy();
        fill(copy, returned);
        return copy;
    }

    private static void fill(JsonNode expected, JsonNode returned) {
        if (isSecret(expected)) {
            for (String field : VALUES) {
                if (expected.path(field) instanceof ObjectNode values) {
                    fillValues(values, returned.path(field));
                }
            }
            return;
        }
        expected.properties().forEach(field -> fill(field.getValue(), returned.path(field.getKey())));
        for (int i = 0; expected.isArray() && i < expected.size(); i++) {
            fill(expected.get(i), returned.path(i));
        }
    }

    private static void fillValues(ObjectNode values, JsonNode returned) {
        values.properties().stream()
                .filter(value -> isRedacted(value.getValue())
                        && returned.path(value.getKey()).isTextual())
                .forEach(value -> value.setValue(returned.get(value.getKey())));
    }
}
