package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.LabelSelector;
import io.hookline.object.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the fields of one mapping in {@code expect.yaml}; every complaint names file, line and place. */
final class StepFields {

    private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m)");

    private final ExampleYaml.Document document;
    private final Place place;
    private final ObjectNode fields;
    private final Set<String> asked = new TreeSet<>();

    StepFields(ExampleYaml.Document document, JsonNode node, Place place) {
        this.document = document;
        this.place = place;
        if (!(node instanceof ObjectNode object)) {
            throw document.problem(place, "expected an object, was " + Json.describe(node));
        }
        this.fields = object;
    }

    ExampleYaml.Document document() {
        return document;
    }

    Place place(String name) {
        return place.field(name);
    }

    /** The names of all fields, in their order. */
    List<String> names() {
        return fields.properties().stream().map(Map.Entry::getKey).toList();
    }

    /** Whether the field is there; asking makes it a known one. */
    boolean has(String name) {
        asked.add(name);
        return fields.has(name);
    }

    /** A field that must be there. */
    JsonNode need(String name) {
        if (!has(name)) {
            throw problem(name, "is missing");
        }
        return fields.path(name);
    }

    String text(String name) {
        JsonNode value = need(name);
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw problem(name, "expected a string, was " + Json.describe(value));
        }
        return value.textValue();
    }

    Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    /** One text, or a list of them. */
    List<String> texts(String name) {
        JsonNode value = need(name);
        if (!value.isArray()) {
            return List.of(text(name));
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode element : value) {
            if (!element.isTextual()) {
                throw document.problem(
                        place(name).index(texts.size()), "expected a string, was " + Json.describe(element));
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    long number(String name) {
        JsonNode value = need(name);
        if (!value.isIntegralNumber()) {
            throw problem(name, "expected a whole number, was " + Json.describe(value));
        }
        return value.longValue();
    }

    boolean isTrue(String name) {
        if (!has(name)) {
            return false;
        }
        if (!fields.path(name).isBoolean()) {
            throw problem(name, "expected true or false, was " + Json.describe(fields.path(name)));
        }
        return fields.path(name).booleanValue();
    }

    ObjectNode object(String name) {
        if (need(name) instanceof ObjectNode object) {
            return object;
        }
        throw problem(name, "expected an object, was " + Json.describe(fields.path(name)));
    }

    StepFields inner(String name) {
        return new StepFields(document, need(name), place(name));
    }

    StepTarget target(String name) {
        return read(name, text(name), StepTarget::parse);
    }

    StepPath path(String name) {
        return read(name, text(name), StepPath::parse);
    }

    Duration duration(String name) {
        String text = text(name);
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw problem(name, "expected a time such as 500ms, 5s or 2m, was '" + text + "'");
        }
        return Duration.ofMillis(Math.round(Double.parseDouble(matcher.group(1)) * millis(matcher.group(2))));
    }

    private static int millis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1000;
            default -> 60_000;
        };
    }

    Duration duration(String name, Duration otherwise) {
        return has(name) ? duration(name) : otherwise;
    }

    /** Labels as text, {@code a=b,c in (d,e)}, or as a mapping of names to values; everything when absent. */
    LabelSelector labels(String name) {
        if (!has(name)) {
            return LabelSelector.EVERYTHING;
        }
        if (!(fields.path(name) instanceof ObjectNode labels)) {
            return read(name, text(name), LabelSelector::parse);
        }
        LabelSelector all = LabelSelector.EVERYTHING;
        for (Map.Entry<String, JsonNode> label : labels.properties()) {
            all = all.and(LabelSelector.ofLabel(label.getKey(), label.getValue().asText()));
        }
        return all;
    }

    /** Paths with what stands there; none when absent. */
    Map<StepPath, StepMatch> where(String name) {
        Map<StepPath, StepMatch> where = new LinkedHashMap<>();
        if (has(name)) {
            StepFields entries = inner(name);
            for (String path : entries.names()) {
                StepMatch match = new StepMatchReader(document).read(entries.need(path), entries.place(path));
                where.put(entries.read(path, path, StepPath::parse), match);
            }
        }
        return where;
    }

    /** Passes a text on to a reader whose complaints lack the place. */
    <T> T read(String name, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (RuntimeException e) {
            throw problem(name, String.valueOf(e.getMessage()));
        }
    }

    /** Complains about a field that nobody asked for. */
    void refuseOthers(String of) {
        for (String name : names()) {
            if (!asked.contains(name)) {
                throw problem(name, "is not known here; " + of + " has " + String.join(", ", asked));
            }
        }
    }

    ExampleException problem(String name, String text) {
        return document.problem(place(name), text);
    }
}
