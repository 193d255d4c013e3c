package io.hookline.cli.dev.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.testing.RedactedAnswer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Replaces the values of Secrets in one request. Equal values become equal texts, which are valid base64 where the values were,
 * so that a hook can decode and copy them. Used by one thread.
 *
 * <p>Copies of a value in other objects are replaced too, unless it is short or part of a name: such a text is no secret, but
 * would change which object is which.
 */
final class SecretRedaction {

    private static final int SHORTEST_COPY = 8;
    private static final String LAST_APPLIED = "last-applied-configuration";
    private static final List<String> ENCODED = List.of("data");
    private static final List<String> PLAIN = List.of("stringData");
    private static final List<String> IDENTITY = List.of("name", "namespace", "kind", "apiVersion", "uid");

    private final ObjectNode request;

    /** The replacement of each value, in both cases as plain text. */
    private final Map<String, String> replacements = new LinkedHashMap<>();

    /** The replacement of each text that may occur in other objects: plain or in base64, a longer text first. */
    private final SortedMap<String, String> copies =
            new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** What identifies objects, one text in a line. */
    private final StringBuilder identities = new StringBuilder();

    private SecretRedaction(ObjectNode request) {
        this.request = request;
    }

    /** A redacted copy of a request; empty if it has no Secrets. */
    static Optional<ObjectNode> of(ObjectNode request) {
        SecretRedaction redaction = new SecretRedaction(request.deepCopy());
        redaction.collect(redaction.request);
        if (redaction.replacements.isEmpty()) {
            return Optional.empty();
        }
        redaction.copies.keySet().removeIf(redaction::isHarmless);
        redaction.replaceCopies(redaction.request);
        return Optional.of(redaction.request);
    }

    /** Replaces the values of Secrets that a hook returned, except those that it copied from its redacted request. */
    static JsonNode ofAnswer(JsonNode answer) {
        JsonNode copy = answer.deepCopy();
        hideValues(copy);
        return copy;
    }

    private static void hideValues(JsonNode tree) {
        if (RedactedAnswer.isSecret(tree)) {
            replaceValues(tree, ENCODED, text -> isReplacement(decoded(text)) ? text : RedactedAnswer.REDACTED);
            replaceValues(tree, PLAIN, text -> isReplacement(text) ? text : RedactedAnswer.REDACTED);
            return;
        }
        tree.forEach(SecretRedaction::hideValues);
    }

    /** Replaces the values of each Secret, and notes the identities of all objects. */
    private void collect(JsonNode tree) {
        if (RedactedAnswer.isSecret(tree)) {
            redactSecret(tree);
        }
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            identities.append(field.getKey()).append('\n');
            if (IDENTITY.contains(field.getKey()) && field.getValue().isTextual()) {
                identities.append(field.getValue().textValue()).append('\n');
            }
        }
        tree.forEach(this::collect);
    }

    private void redactSecret(JsonNode secret) {
        replaceValues(secret, ENCODED, this::encodedReplacement);
        replaceValues(secret, PLAIN, this::replacement);
        if (secret.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.properties().stream()
                    .filter(entry -> entry.getKey().endsWith(LAST_APPLIED)) // repeats the values
                    .forEach(entry -> entry.setValue(TextNode.valueOf(lastApplied(entry.getValue()))));
        }
    }

    /** The annotation stays JSON, because hooks and the SDK read it. */
    private String lastApplied(JsonNode annotation) {
        try {
            ObjectNode applied = Json.object(annotation.asText().getBytes(StandardCharsets.UTF_8));
            replaceValues(applied, ENCODED, this::encodedReplacement);
            replaceValues(applied, PLAIN, this::replacement);
            return GoJson.text(applied);
        } catch (DecodeException _) {
            return "{}";
        }
    }

    private static void replaceValues(JsonNode object, List<String> fields, UnaryOperator<String> replacement) {
        for (String field : fields) {
            if (object.path(field) instanceof ObjectNode values) {
                values.properties()
                        .forEach(value -> value.setValue(TextNode.valueOf(
                                replacement.apply(value.getValue().asText()))));
            }
        }
    }

    private String replacement(String value) {
        if (isReplacement(value)) {
            return value;
        }
        String replacement = replacements.computeIfAbsent(value, _ -> "redacted-" + (replacements.size() + 1));
        copies.put(value, replacement);
        copies.put(encoded(value), encoded(replacement));
        return replacement;
    }

    private String encodedReplacement(String base64) {
        String replacement = encoded(replacement(decoded(base64)));
        copies.put(base64, replacement);
        return replacement;
    }

    private static boolean isReplacement(String value) {
        return value.matches("redacted-\\d+");
    }

    private boolean isHarmless(String value) {
        return value.length() < SHORTEST_COPY || identities.indexOf(value) >= 0;
    }

    private void replaceCopies(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            object.properties().forEach(field -> field.setValue(withoutCopies(field.getValue())));
        } else if (tree instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, withoutCopies(list.get(i)));
            }
        }
    }

    private JsonNode withoutCopies(JsonNode value) {
        if (!value.isTextual()) {
            replaceCopies(value);
            return value;
        }
        String text = value.textValue();
        for (Map.Entry<String, String> copy : copies.entrySet()) {
            text = text.replace(copy.getKey(), copy.getValue());
        }
        return text.equals(value.textValue()) ? value : TextNode.valueOf(text);
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return base64;
        }
    }
}
