package io.hookline.cli.dev.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds values of Secrets in other texts and replaces them: also where they are stripped, escaped for JSON or URLs, in
 * base64 (alone or together with other text), or in JSON. Used by one thread.
 *
 * <p>A text that is part of a name is not replaced: it is no secret, but would change which object is which.
 */
final class SecretCopies {

    /**
     * A shorter value is replaced only where it is the whole text, unless it has letters and digits as passwords have.
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
    private final SortedMap<String, String> parts =
            new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

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
        Set<String> found = new LinkedHashSet<>(value.lines().map(String::strip).toList());
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
