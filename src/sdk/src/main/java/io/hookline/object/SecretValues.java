package io.hookline.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Decides which values of an object are values of a Secret. They are the values of {@code data} and {@code stringData},
 * and the last-applied annotations, which repeat them, and so do copies of these under other names, such as a backup in
 * JSON or YAML. Logs, events, errors and everything else that people read must not show them.
 *
 * <p>A Secret can be a part of another object, such as a manifest in a custom resource or a child in the answer of a
 * hook. An instance is for values of one object, of which only places are known. If the object contains a Secret, it
 * hides every field of these names, since a place does not tell whether it is in the Secret. Immutable.
 */
public final class SecretValues {

    /** Stands for a value that is not shown. */
    public static final String HIDDEN = "(hidden)";

    private static final List<String> ENCODED = List.of("data");
    private static final List<String> PLAIN = List.of("stringData");

    /** The end of the names of annotations of kubectl, Metacontroller and others. */
    private static final String RECORD = "last-applied-configuration";

    private static final Pattern PLACES = Pattern.compile(
            "(^|[.\\]])(data|stringData)([.\\[]|$)|[.\\]]metadata\\.annotations|" + Pattern.quote(RECORD));

    private static final String ANNOTATIONS = "metadata.annotations";

    /** A text with such a field in JSON, in JSON within JSON, or in YAML. */
    private static final Pattern COPY = Pattern.compile("(?<![A-Za-z0-9_-])(data|stringData)[\\\\\"']*\\s*:");

    /** As Go prints a value. */
    private static final Pattern QUOTED = Pattern.compile("\\{Value:.*}", Pattern.DOTALL);

    private final boolean contained;
    private final boolean itself;

    /**
     * What to hide.
     *
     * @param contained whether the object is a Secret, or contains one
     * @param itself whether it is one
     */
    private SecretValues(boolean contained, boolean itself) {
        this.contained = contained;
        this.itself = itself;
    }

    /** What to hide of an object, given in all of its states. */
    public static SecretValues in(JsonNode... states) {
        return new SecretValues(
                Arrays.stream(states).anyMatch(SecretValues::containsSecret),
                Arrays.stream(states).anyMatch(SecretValues::isSecret));
    }

    private static boolean containsSecret(JsonNode tree) {
        if (isSecret(tree)) {
            return true;
        }
        for (JsonNode value : tree) {
            if (value.isContainerNode() && containsSecret(value)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a tree is a Secret. */
    public static boolean isSecret(JsonNode object) {
        return isSecret(object.path("apiVersion").asText(), object.path("kind").asText());
    }

    /** Whether an object of this kind is a Secret. */
    public static boolean isSecret(String apiVersion, String kind) {
        return kind.equals("Secret") && apiVersion.equals("v1");
    }

    /** Whether an annotation records a state of its object. */
    public static boolean isRecord(String annotation) {
        return annotation.endsWith(RECORD);
    }

    /** Whether the value at a place of the object must not be shown. */
    public boolean covers(FieldPath place) {
        return contained
                && (PLACES.matcher(place.path()).find()
                        || (itself && place.path().startsWith(ANNOTATIONS)));
    }

    /** The value at a place of the object, as it may be shown: without the values that must not be. */
    public JsonNode shown(FieldPath place, JsonNode value) {
        if (!contained || Json.isAbsent(value)) {
            return value;
        }
        return covers(place) || isCopy(value) ? TextNode.valueOf(HIDDEN) : withoutNamed(value);
    }

    private static boolean isCopy(JsonNode value) {
        return value.isTextual() && isCopy(value.textValue());
    }

    /** Whether a text of a Secret repeats its fields. */
    private static boolean isCopy(String text) {
        return COPY.matcher(text).find();
    }

    /** Hides the fields by their names, for a value that contains them. */
    private static JsonNode withoutNamed(JsonNode value) {
        if (!value.isContainerNode()) {
            return value;
        }
        JsonNode copy = value.deepCopy();
        hideNamed(copy);
        return copy;
    }

    private static void hideNamed(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                String name = field.getKey();
                if (ENCODED.contains(name) || PLAIN.contains(name) || isRecord(name) || isCopy(field.getValue())) {
                    field.setValue(TextNode.valueOf(HIDDEN));
                } else if (name.equals("annotations") && field.getValue() instanceof ObjectNode annotations) {
                    hideEach(annotations);
                }
            }
        }
        tree.forEach(SecretValues::hideNamed);
    }

    /** A message of the API server that quotes a value of a wrong type: that of a Secret is hidden. */
    public static String hiddenIn(String message) {
        return message.contains("Kind=Secret)")
                ? QUOTED.matcher(message).replaceAll("{Value:" + HIDDEN + "}")
                : message;
    }

    /**
     * A copy of a tree in which the values of each Secret are replaced. Their keys stay.
     *
     * @param replacement given the value as text
     */
    public static JsonNode replaced(JsonNode tree, UnaryOperator<String> replacement) {
        JsonNode copy = tree.deepCopy();
        replaceEach(copy, new Replacement(replacement, replacement, replacement));
        return copy;
    }

    /** Replaces the values of each Secret in a tree. */
    public static void replaceEach(JsonNode tree, Replacement by) {
        replace(tree, by);
        tree.forEach(part -> replaceEach(part, by));
    }

    /** A copy of a tree in which the values and all annotations of each Secret are hidden: for all who only look at it. */
    public static JsonNode hidden(JsonNode tree) {
        JsonNode copy = replaced(tree, _ -> HIDDEN);
        hideAnnotations(copy);
        return copy;
    }

    /** Hides all annotations of each Secret in a tree: they may repeat its values in a form that is not known here. */
    public static void hideAnnotations(JsonNode tree) {
        if (isSecret(tree) && tree.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            hideEach(annotations);
        }
        tree.forEach(SecretValues::hideAnnotations);
    }

    private static void hideEach(ObjectNode values) {
        values.properties().forEach(each -> each.setValue(TextNode.valueOf(HIDDEN)));
    }

    /**
     * Replacements of the values of a Secret.
     *
     * @param encoded of a value of {@code data}
     * @param plain of a value of {@code stringData}
     * @param record of a last-applied annotation of a Secret or of an object that contains one, or of another that repeats the Secret
     */
    public record Replacement(
            UnaryOperator<String> encoded, UnaryOperator<String> plain, UnaryOperator<String> record) {}

    /** Replaces the values of a tree if it is a Secret; of other objects only the record of what was applied, if that has a Secret. */
    public static void replace(JsonNode tree, Replacement by) {
        boolean secret = isSecret(tree);
        if (secret) {
            replaceFields(tree, by);
        }
        if (tree.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.properties().stream()
                    .filter(entry -> secret
                            ? isRecord(entry.getKey()) || isCopy(entry.getValue())
                            : isRecord(entry.getKey())
                                    && recordsSecret(entry.getValue().asText()))
                    .forEach(entry -> set(entry, by.record()));
        }
    }

    private static boolean recordsSecret(String record) {
        try {
            return record.contains("Secret") && containsSecret(Json.parse(record.getBytes(StandardCharsets.UTF_8)));
        } catch (DecodeException _) {
            return isCopy(record);
        }
    }

    /** Replaces the values of the fields of a Secret, or of its record, which does not have to name its kind. */
    public static void replaceFields(JsonNode secret, Replacement by) {
        replaceFields(secret, ENCODED, by.encoded());
        replaceFields(secret, PLAIN, by.plain());
    }

    private static void replaceFields(JsonNode secret, List<String> fields, UnaryOperator<String> by) {
        for (String field : fields) {
            if (secret.path(field) instanceof ObjectNode values) {
                values.properties().forEach(value -> set(value, by));
            }
        }
    }

    /** A value that is not a text, such as a number that a hook returned, becomes a text. */
    private static void set(Map.Entry<String, JsonNode> field, UnaryOperator<String> by) {
        JsonNode value = field.getValue();
        field.setValue(TextNode.valueOf(by.apply(value.isContainerNode() ? value.toString() : value.asText())));
    }
}
