package io.hookline.cli.dev.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.SecretValues;
import io.hookline.testing.RedactedAnswer;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** A redacted copy of a request; empty if nothing in it is hidden. */
    static Optional<ObjectNode> of(ObjectNode request) {
        SecretRedaction redaction = new SecretRedaction(request.deepCopy());
        redaction.collect(redaction.request);
        if (redaction.request.equals(request)) {
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

    /**
     * Finds values of Secrets in other texts and replaces them: also where they are stripped, escaped for JSON or URLs,
     * in base64 (alone or together with other text), or in JSON. Used by one thread.
     *
     * <p>A text that is part of a name is not replaced: it is no secret, but would change which object is which.
     */
    static final class SecretCopies {

        /**
         * A shorter value is replaced only where it is the whole text, unless it has letters and digits as passwords
         * have.
         */
        private static final int SHORTEST_PART = 8;

        private static final Pattern PASSWORD = Pattern.compile("(?=.*\\p{L})(?=.*\\d).{6,}", Pattern.DOTALL);

        /** Such texts are too common to be secrets. */
        private static final Pattern COMMON =
                Pattern.compile(".{0,3}|true|false", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

        private static final Pattern ASSIGNED = Pattern.compile("[=:]\\s*[\"']?([^\\s\"',;&/][^\\s\"',;&]*)");
        private static final Pattern URL_PASSWORD = Pattern.compile("://[^:/@\\s]*:([^@/\\s]+)@");
        private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{8,}={0,2}");
        private static final List<String> IDENTITY = List.of("name", "namespace", "kind", "apiVersion", "uid");

        private final boolean isAnswer;

        /** The replacement of each text, a longer text first. */
        private final SortedMap<String, String> parts = new TreeMap<>(
                Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

        /** The replacement of texts that are replaced as a whole only. */
        private final Map<String, String> whole = new HashMap<>();

        /** What identifies objects, one text in a line. */
        private final StringBuilder identities = new StringBuilder();

        /** @param isAnswer whether JSON in texts keeps its spaces, since a hook must return the same text again */
        SecretCopies(boolean isAnswer) {
            this.isAnswer = isAnswer;
        }

        /** Notes the names in an object, which stay. */
        void keepNames(JsonNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                identities.append(field.getKey()).append('\n');
                if (IDENTITY.contains(field.getKey()) && field.getValue().isTextual()) {
                    identities.append(field.getValue().textValue()).append('\n');
                }
            }
        }

        /** Adds a value, as it is and without the space around it. */
        void add(String value, String replacement) {
            put(value, replacement);
            put(value.strip(), replacement);
        }

        /**
         * Adds a value with its lines, the texts that are assigned in it, and those in its JSON: a hook may copy only
         * these.
         */
        void addWithParts(String value, String replacement) {
            add(value, replacement);
            Set<String> found =
                    new LinkedHashSet<>(value.lines().map(String::strip).toList());
            for (Pattern pattern : List.of(ASSIGNED, URL_PASSWORD)) {
                pattern.matcher(value).results().forEach(match -> found.add(match.group(1)));
            }
            texts(json(value), found);
            found.stream().filter(SecretCopies::isPart).forEach(part -> put(part, replacement));
        }

        private static boolean isPart(String value) {
            return value.length() >= SHORTEST_PART || PASSWORD.matcher(value).matches();
        }

        private void put(String value, String replacement) {
            if (!isPart(value)) {
                if (!COMMON.matcher(value).matches()) {
                    whole.putIfAbsent(value, replacement);
                }
                return;
            }
            String url = URLEncoder.encode(value, StandardCharsets.UTF_8);
            for (String form : List.of(
                    value,
                    escaped(TextNode.valueOf(value).toString()),
                    escaped(GoJson.text(TextNode.valueOf(value))),
                    url,
                    url.replace("+", "%20"))) {
                parts.putIfAbsent(form, replacement);
            }
            parts.putIfAbsent(encoded(value), encoded(replacement));
        }

        /** Adds a text that a value has in base64. */
        void addEncoded(String base64, String replacement) {
            if (base64.length() >= SHORTEST_PART) {
                parts.putIfAbsent(base64, replacement);
            }
        }

        /** Replaces the copies in all texts of a tree; its fields keep their names. */
        void replaceIn(JsonNode tree) {
            if (tree instanceof ObjectNode object) {
                object.properties().forEach(field -> field.setValue(replaced(field.getValue())));
            } else if (tree instanceof ArrayNode list) {
                for (int i = 0; i < list.size(); i++) {
                    list.set(i, replaced(list.get(i)));
                }
            }
        }

        private JsonNode replaced(JsonNode value) {
            if (!value.isTextual()) {
                replaceIn(value);
                return value;
            }
            String text = replaced(value.textValue());
            return text.equals(value.textValue()) ? value : TextNode.valueOf(text);
        }

        private String replaced(String text) {
            String replacement = whole.get(text);
            if (replacement != null && isNoName(text)) {
                return replacement;
            }
            String result =
                    BASE64.matcher(inJson(text)).replaceAll(token -> Matcher.quoteReplacement(inBase64(token.group())));
            for (Map.Entry<String, String> part : parts.entrySet()) {
                if (result.contains(part.getKey()) && isNoName(part.getKey())) {
                    result = result.replace(part.getKey(), part.getValue());
                }
            }
            return result;
        }

        /** An annotation with the last applied state of an object, for example. */
        private String inJson(String text) {
            if (isAnswer) {
                return text;
            }
            JsonNode tree = json(text);
            JsonNode copy = tree.deepCopy();
            replaceIn(copy);
            return copy.equals(tree) ? text : GoJson.text(copy);
        }

        private String inBase64(String token) {
            try {
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(Base64.getDecoder().decode(token)))
                        .toString();
                String result = replaced(text);
                return result.equals(text) ? token : encoded(result);
            } catch (IllegalArgumentException | CharacterCodingException _) {
                return token; // it is not text in base64
            }
        }

        private boolean isNoName(String value) {
            return identities.indexOf(value) < 0;
        }

        /** The object or list that a text is in JSON; otherwise an empty object. */
        private static JsonNode json(String text) {
            String start = text.stripLeading();
            if (start.startsWith("{") || start.startsWith("[")) {
                try {
                    return Json.parse(text.getBytes(StandardCharsets.UTF_8));
                } catch (DecodeException _) {
                    // it only looks like JSON
                }
            }
            return Json.NODES.objectNode();
        }

        private static void texts(JsonNode tree, Set<String> found) {
            if (tree.isTextual()) {
                found.add(tree.textValue());
            }
            tree.forEach(value -> texts(value, found));
        }

        private static String escaped(String quoted) {
            return quoted.substring(1, quoted.length() - 1);
        }

        static String encoded(String text) {
            return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
