package io.hookline.cli.dev.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.SecretValues;
import io.hookline.testing.RedactedAnswer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Replaces the values of Secrets in one request. Equal values become equal texts, which are valid base64 where the
 * values were, so that a hook can decode and copy them. Used by one thread.
 *
 * <p>Copies of a value in other objects are replaced too ({@link SecretCopies}).
 */
final class SecretRedaction {

    private final ObjectNode request;

    /** The replacement of each value, in both cases as plain text. */
    private final Map<String, String> replacements = new LinkedHashMap<>();

    private final SecretCopies copies = new SecretCopies(false);

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
        redaction.copies.replaceIn(redaction.request);
        return Optional.of(redaction.request);
    }

    /**
     * Replaces the values of Secrets that a hook returned, and their copies in other objects, except those that it
     * copied from its redacted request.
     */
    static JsonNode ofAnswer(JsonNode answer) {
        JsonNode copy = answer.deepCopy();
        SecretCopies copies = new SecretCopies(true);
        hideValues(copy, copies);
        copies.replaceIn(copy);
        return copy;
    }

    private static void hideValues(JsonNode tree, SecretCopies copies) {
        copies.keepNames(tree);
        UnaryOperator<String> encoded = text -> hidden(text, decoded(text), copies);
        UnaryOperator<String> plain = text -> hidden(text, text, copies);
        SecretValues.replace(
                tree,
                new SecretValues.Replacement(
                        encoded,
                        plain,
                        record -> replacedRecord(record, new SecretValues.Replacement(encoded, plain, plain))));
        tree.forEach(value -> hideValues(value, copies));
    }

    private static String hidden(String text, String value, SecretCopies copies) {
        if (isReplacement(value)) {
            return text;
        }
        copies.add(value, RedactedAnswer.REDACTED);
        return RedactedAnswer.REDACTED;
    }

    /** Replaces the values of each Secret, and notes the identities of all objects. */
    private void collect(JsonNode tree) {
        SecretValues.replace(tree, values(record -> replacedRecord(record, values(UnaryOperator.identity()))));
        copies.keepNames(tree);
        tree.forEach(this::collect);
    }

    private SecretValues.Replacement values(UnaryOperator<String> ofRecord) {
        return new SecretValues.Replacement(this::encodedReplacement, this::replacement, ofRecord);
    }

    /** The annotation stays JSON, because hooks and the SDK read it. */
    private static String replacedRecord(String record, SecretValues.Replacement values) {
        try {
            ObjectNode applied = Json.object(record.getBytes(StandardCharsets.UTF_8));
            SecretValues.replaceFields(applied, values);
            applied.forEach(part -> SecretValues.replaceEach(part, values)); // that of an object that contains a Secret
            return GoJson.text(applied);
        } catch (DecodeException _) {
            return "{}";
        }
    }

    private String replacement(String value) {
        if (isReplacement(value)) {
            return value;
        }
        String replacement = replacements.computeIfAbsent(value, _ -> "redacted-" + (replacements.size() + 1));
        copies.addWithParts(value, replacement);
        return replacement;
    }

    private String encodedReplacement(String base64) {
        String replacement = SecretCopies.encoded(replacement(decoded(base64)));
        copies.addEncoded(base64, replacement);
        return replacement;
    }

    private static boolean isReplacement(String value) {
        return value.matches("redacted-\\d+");
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return base64;
        }
    }
}
