package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.SecretValues;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Values of Secrets that a recorded answer must not show. In an expected answer, a value {@code (redacted)} of a Secret
 * equals any text. If there is such a value, {@code (redacted)} also stands for any text in texts of other objects,
 * which may have copies of it.
 */
public final class RedactedAnswer {

    /** Stands for a value of a Secret. */
    public static final String REDACTED = "(redacted)";

    private static final List<String> VALUES = List.of("data", "stringData");

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{8,}={0,2}");

    private RedactedAnswer() {}

    static boolean isRedacted(JsonNode value) {
        return REDACTED.equals(value.textValue());
    }

    /** The expected answer, with the returned values in place of redacted ones. */
    static JsonNode filled(JsonNode expected, JsonNode returned) {
        JsonNode copy = expected.deepCopy();
        if (fillSecrets(copy, returned)) {
            fillCopies(copy, returned);
        }
        return copy;
    }

    /** Returns whether a Secret has a redacted value. */
    private static boolean fillSecrets(JsonNode expected, JsonNode returned) {
        boolean found = false;
        if (SecretValues.isSecret(expected)) {
            for (String field : VALUES) {
                if (expected.path(field) instanceof ObjectNode values) {
                    found |= fillValues(values, returned.path(field));
                }
            }
            return found;
        }
        for (Map.Entry<String, JsonNode> field : expected.properties()) {
            found |= fillSecrets(field.getValue(), returned.path(field.getKey()));
        }
        for (int i = 0; expected.isArray() && i < expected.size(); i++) {
            found |= fillSecrets(expected.get(i), returned.path(i));
        }
        return found;
    }

    private static void fillCopies(JsonNode expected, JsonNode returned) {
        if (expected instanceof ObjectNode object) {
            object.properties()
                    .forEach(field -> field.setValue(filledCopy(field.getValue(), returned.path(field.getKey()))));
        } else if (expected instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, filledCopy(list.get(i), returned.path(i)));
            }
        }
    }

    private static JsonNode filledCopy(JsonNode expected, JsonNode returned) {
        fillCopies(expected, returned);
        return covers(expected, returned) ? returned : expected;
    }

    /** Whether two texts are equal where the expected one is not redacted. */
    static boolean covers(JsonNode expected, JsonNode returned) {
        return expected.isTextual()
                && returned.isTextual()
                && pattern(expected.textValue()).matcher(returned.textValue()).matches();
    }

    private static Pattern pattern(String expected) {
        String text = BASE64.matcher(expected)
                .replaceAll(
                        token -> Matcher.quoteReplacement(isRedactedBase64(token.group()) ? REDACTED : token.group()));
        return Pattern.compile(
                Stream.of(text.split(Pattern.quote(REDACTED), -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")),
                Pattern.DOTALL);
    }

    private static boolean isRedactedBase64(String token) {
        try {
            return new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8).contains(REDACTED);
        } catch (IllegalArgumentException _) {
            return false; // it is another text
        }
    }

    private static boolean fillValues(ObjectNode values, JsonNode returned) {
        boolean found = false;
        for (Map.Entry<String, JsonNode> value : values.properties()) {
            if (isRedacted(value.getValue()) && returned.path(value.getKey()).isTextual()) {
                value.setValue(returned.get(value.getKey()));
                found = true;
            }
        }
        return found;
    }
}
