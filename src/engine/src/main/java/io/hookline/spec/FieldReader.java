package io.hookline.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the fields of one JSON object and reports those that were not read as unknown.
 *
 * <p>So the code that reads is also the list of the known fields. A JSON null counts as absent.
 */
final class FieldReader {
    /** The end of a warning of an unknown field. */
    static final String UNKNOWN = ": unknown field";

    private final ObjectNode json;
    private final FieldPath place;
    private final List<String> warnings;
    private final Set<String> known = new HashSet<>();

    private FieldReader(ObjectNode json, FieldPath place, List<String> warnings) {
        this.json = json;
        this.place = place;
        this.warnings = warnings;
    }

    /** Reads an object, and adds its unknown fields to {@code warnings}. */
    static <T> T read(JsonNode json, FieldPath place, List<String> warnings, Function<FieldReader, T> reader) {
        FieldReader fields = new FieldReader(Json.object(json, place), place, warnings);
        T value = reader.apply(fields);
        fields.reportUnknown();
        return value;
    }

    private void reportUnknown() {
        json.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                warnUnknown(at(name));
            }
        });
    }

    /** Returns the whole object, for other code that reads it and reports its unknown fields. */
    JsonNode whole() {
        json.fieldNames().forEachRemaining(known::add);
        return json;
    }

    void warnUnknown(FieldPath field) {
        warnings.add(field + UNKNOWN);
    }

    FieldPath place() {
        return place;
    }

    FieldPath at(String name) {
        return place.field(name);
    }

    void warn(String name, String text) {
        warnings.add(at(name) + ": " + text);
    }

    DecodeException wrong(String name, String problem) {
        return new DecodeException(at(name), problem);
    }

    Optional<JsonNode> node(String name) {
        known.add(name);
        return Optional.ofNullable(json.get(name)).filter(node -> !node.isNull());
    }

    Optional<String> text(String name) {
        return node(name).map(node -> Json.text(node, at(name)));
    }

    /** Reads a text that must be present and not empty. */
    String required(String name) {
        String text = text(name).orElseThrow(() -> DecodeException.expected(at(name), "a string", "missing"));
        if (text.isEmpty()) {
            throw wrong(name, "must not be empty");
        }
        return text;
    }

    boolean flag(String name) {
        JsonNode node = node(name).orElse(Json.NODES.booleanNode(false));
        if (!node.isBoolean()) {
            throw DecodeException.expected(at(name), "a boolean", Json.describe(node));
        }
        return node.booleanValue();
    }

    Optional<Integer> integer(String name) {
        return node(name).map(node -> {
            if (!node.isIntegralNumber() || !node.canConvertToInt()) {
                throw DecodeException.expected(
                        at(name), "a 32-bit integer", node.isNumber() ? node.asText() : Json.describe(node));
            }
            return node.intValue();
        });
    }

    <T> Optional<T> object(String name, Function<FieldReader, T> reader) {
        return node(name).map(node -> read(node, at(name), warnings, reader));
    }

    <T> T requiredObject(String name, Function<FieldReader, T> reader) {
        JsonNode node = node(name).orElseThrow(() -> DecodeException.expected(at(name), "an object", "missing"));
        return read(node, at(name), warnings, reader);
    }

    <T> List<T> objects(String name, Function<FieldReader, T> reader) {
        List<T> read = new ArrayList<>();
        for (JsonNode element : list(name)) {
            read.add(read(element, at(name).index(read.size()), warnings, reader));
        }
        return read;
    }

    List<String> texts(String name) {
        List<String> read = new ArrayList<>();
        for (JsonNode element : list(name)) {
            read.add(Json.text(element, at(name).index(read.size())));
        }
        return read;
    }

    private JsonNode list(String name) {
        return Json.list(node(name).orElse(Json.NODES.arrayNode()), at(name));
    }
}
