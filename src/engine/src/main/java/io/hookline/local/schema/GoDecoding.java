package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GoJson;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The messages of Go's JSON decoder, which the real server uses, about values of the wrong type. */
public final class GoDecoding {

    private GoDecoding() {}

    /** The name that the decoder uses for the type of a JSON value. */
    public static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case NUMBER -> "number";
            case BOOLEAN -> "bool";
            default -> SchemaCheck.typeOf(value);
        };
    }

    /** The message about metadata that is not an object, in a whole object. */
    public static String metadata(String kind, boolean custom, JsonNode metadata) {
        String target = custom ? "Go value" : "Go struct field " + kind + ".metadata";
        return "json: cannot unmarshal " + typeOf(metadata) + " into " + target + " of type v1.ObjectMeta";
    }

    /** The message about metadata that is not an object, in a strategic merge patch. */
    public static String restored(JsonNode metadata) {
        String type = switch (metadata.getNodeType()) {
            case ARRAY -> "slice";
            case NUMBER -> metadata.isIntegralNumber() ? "int64" : "float64";
            default -> typeOf(metadata);
        };
        return "cannot restore struct from: " + type;
    }

    /** Prints a value as Go does, without quotes: {@code map[a:1 b:[x y]]}. */
    public static String print(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> {
                Map<String, JsonNode> sorted = new TreeMap<>();
                value.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
                yield sorted.entrySet().stream()
                        .map(field -> field.getKey() + ":" + print(field.getValue()))
                        .collect(Collectors.joining(" ", "map[", "]"));
            }
            case ARRAY ->
                StreamSupport.stream(value.spliterator(), false)
                        .map(GoDecoding::print)
                        .collect(Collectors.joining(" ", "[", "]"));
            case STRING -> value.textValue();
            case NULL, MISSING -> "<nil>";
            default -> GoJson.text(value);
        };
    }
}
