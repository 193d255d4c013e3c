package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The fields that the spec of a generated kind can have: those that its children need. */
enum SpecField {
    IMAGE("String", "string", "nginx:1.29", "nginx:1.30"),
    REPLICAS("int", "integer", "2", "3"),
    PORT("int", "integer", "80", "8080"),
    MESSAGE("String", "string", "Hello", "Welcome");

    private final String javaType;
    private final String type;
    private final String sample;
    private final String changed;

    SpecField(String javaType, String type, String sample, String changed) {
        this.javaType = javaType;
        this.type = type;
        this.sample = sample;
        this.changed = changed;
    }

    /** The fields that some references name, in their order here. */
    static List<SpecField> in(Set<String> references) {
        return Arrays.stream(values())
                .filter(field -> references.contains(field.text()))
                .toList();
    }

    /** Its name in a spec. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    String javaType() {
        return javaType;
    }

    /** Its type in a CRD. */
    String type() {
        return type;
    }

    /** Its value in {@code sample.yaml}. */
    JsonNode sample() {
        return value(sample);
    }

    /** The value that a user sets in {@code expect.yaml}. */
    JsonNode changed() {
        return value(changed);
    }

    private JsonNode value(String text) {
        return type.equals("integer") ? Json.NODES.numberNode(Long.parseLong(text)) : Json.NODES.textNode(text);
    }

    /** Whether a parent must set it: it has no default. */
    boolean required() {
        return this == IMAGE || this == MESSAGE;
    }

    /** Its schema in a CRD. */
    String schema() {
        return Template.read("fields/" + text() + ".yaml").strip();
    }
}
