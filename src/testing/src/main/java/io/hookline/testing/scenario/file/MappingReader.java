package io.hookline.testing.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.LabelSelector;
import io.hookline.object.NearestName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads the fields of one mapping in {@code expect.yaml}. Every error names file, line and place. */
public final class MappingReader {

    private final LocatedYaml.Document document;
    private final FieldPath place;
    private final ObjectNode fields;
    private final Set<String> known = new TreeSet<>();

    public MappingReader(LocatedYaml.Document document, JsonNode node, FieldPath place) {
        this.document = document;
        this.place = place;
        if (!(node instanceof ObjectNode object)) {
            throw document.problem(place, "expected an object, was " + Json.describe(node));
        }
        this.fields = object;
    }

    public LocatedYaml.Document document() {
        return document;
    }

    public FieldPath place(String name) {
        return place.field(name);
    }

    /** The names of all fields, in the order of the file. */
    public List<String> names() {
        return fields.properties().stream().map(Map.Entry::getKey).toList();
    }

    /** Whether the field exists. From now on it is a known field. */
    public boolean has(String name) {
        known.add(name);
        return fields.has(name);
    }

    /** A required field. */
    public JsonNode need(String name) {
        if (!has(name)) {
            throw problem(name, "is missing");
        }
        return fields.path(name);
    }

    public String text(String name) {
        JsonNode value = need(name);
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw problem(name, "expected a string, was " + Json.describe(value));
        }
        return value.textValue();
    }

    public Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    /** One string or a list of strings. */
    public List<String> texts(String name) {
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

    public long number(String name) {
        JsonNode value = need(name);
        if (!value.isIntegralNumber()) {
            throw problem(name, "expected a whole number, was " + Json.describe(value));
        }
        return value.longValue();
    }

    public boolean isTrue(String name) {
        if (!has(name)) {
            return false;
        }
        if (!fields.path(name).isBoolean()) {
            throw problem(name, "expected true or false, was " + Json.describe(fields.path(name)));
        }
        return fields.path(name).booleanValue();
    }

    public ObjectNode object(String name) {
        if (need(name) instanceof ObjectNode object) {
            return object;
        }
        throw problem(name, "expected an object, was " + Json.describe(fields.path(name)));
    }

    public MappingReader inner(String name) {
        return new MappingReader(document, need(name), place(name));
    }

    public ObjectRef target(String name) {
        return read(name, text(name), ObjectRef::parse);
    }

    public ValuePath path(String name) {
        return read(name, text(name), ValuePath::parse);
    }

    public Duration duration(String name) {
        if (fields.path(name).isNumber()) {
            throw problem(name, "expected a time such as " + fields.path(name).asText() + "s, was a number");
        }
        return read(name, text(name), Durations::parse);
    }

    public Duration duration(String name, Duration otherwise) {
        return has(name) ? duration(name) : otherwise;
    }

    /** Labels as text, {@code a=b,c in (d,e)}, or as a mapping of names to values. An absent field selects everything. */
    public LabelSelector labels(String name) {
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

    /** Paths with their expected values; empty if the field is absent. */
    public Map<ValuePath, ValueMatcher> where(String name) {
        Map<ValuePath, ValueMatcher> where = new LinkedHashMap<>();
        if (has(name)) {
            MappingReader entries = inner(name);
            for (String path : entries.names()) {
                ValueMatcher match = ValueMatcher.read(document, entries.need(path), entries.place(path));
                where.put(entries.read(path, path, ValuePath::parse), match);
            }
        }
        return where;
    }

    /** Parses a text and adds the place to errors of the parser. */
    public <T> T read(String name, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (RuntimeException e) {
            throw problem(name, String.valueOf(e.getMessage()));
        }
    }

    /** Reports the first field that is not a known one. */
    public void refuseOthers(String of) {
        for (String name : names()) {
            if (!known.contains(name)) {
                throw problem(
                        name,
                        "unknown field"
                                + NearestName.suggestion(name, known)
                                        .orElseGet(() -> "; " + of + " has " + String.join(", ", known)));
            }
        }
    }

    /** Creates an error about the whole mapping. */
    public ScenarioException problem(String text) {
        return document.problem(place, text);
    }

    /** Creates an error about a field. */
    public ScenarioException problem(String name, String text) {
        return document.problem(place(name), text);
    }
}
