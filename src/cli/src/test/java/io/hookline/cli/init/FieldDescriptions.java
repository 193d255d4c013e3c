package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds fields of a CRD that {@code kubectl explain} does not explain. */
final class FieldDescriptions {

    private static final int SHORTEST = 20;

    /** Words that explain nothing. */
    private static final Set<String> EMPTY_WORDS = Set.of(
            "this", "that", "with", "from", "name", "names", "field", "value", "values", "object", "number", "list");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})");

    private final List<String> mistakes = new ArrayList<>();

    private FieldDescriptions() {}

    /** Returns the mistakes in the descriptions of a CRD, each with its place. */
    static List<String> mistakes(JsonNode crd) {
        FieldDescriptions found = new FieldDescriptions();
        String kind = crd.at("/spec/names/kind").asText();
        for (JsonNode version : crd.at("/spec/versions")) {
            found.check(kind + "/" + version.path("name").asText(), kind, version.at("/schema/openAPIV3Schema"));
        }
        return found.mistakes;
    }

    private void check(String place, String name, JsonNode schema) {
        String text = schema.path("description").asText();
        if (text.isEmpty()) {
            mistakes.add(place + " has no description");
        } else {
            checkText(place, name, schema, text);
        }
        schema.path("properties").properties().forEach(field -> {
            String at = place + "." + field.getKey();
            if (isMetadata(place, field.getKey())) {
                checkContents(at, field.getKey(), field.getValue());
            } else {
                check(at, field.getKey(), field.getValue());
            }
        });
        checkValues(place + "[]", name, schema.path("items"));
        checkValues(place + "{}", name, schema.path("additionalProperties"));
    }

    /** The API server documents the metadata itself, and refuses a CRD that does. */
    private static boolean isMetadata(String place, String field) {
        return field.equals("metadata") && !place.contains(".");
    }

    private void checkContents(String place, String name, JsonNode schema) {
        schema.path("properties")
                .properties()
                .forEach(field -> check(place + "." + field.getKey(), name, field.getValue()));
    }

    private void checkValues(String place, String name, JsonNode schema) {
        if (schema.isObject()) {
            check(place, name, schema);
        }
    }

    private void checkText(String place, String name, JsonNode schema, String text) {
        if (text.length() < SHORTEST) {
            mistakes.add(place + " has a description shorter than " + SHORTEST + " characters: " + text);
        }
        if (!Character.isUpperCase(text.charAt(0)) || !text.endsWith(".")) {
            mistakes.add(place + " is not described by a sentence: " + text);
        }
        if (words(name).containsAll(content(text))) {
            mistakes.add(place + " has a description that only repeats its name: " + text);
        }
        JsonNode value = schema.path("default");
        if (value.isValueNode() && !text.contains("Defaults to " + value.asText())) {
            mistakes.add(place + " does not describe its default " + value.asText() + ": " + text);
        }
    }

    private static Set<String> content(String text) {
        Set<String> content = words(text);
        content.removeIf(word -> word.length() < 4 || EMPTY_WORDS.contains(word));
        return content;
    }

    private static Set<String> words(String text) {
        return BETWEEN_WORDS
                .splitAsStream(text)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(HashSet::new));
    }
}
