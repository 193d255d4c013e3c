package io.hookline.cli.crd;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import org.jspecify.annotations.Nullable;

/**
 * Asks Jackson which JSON type the values of a class have: many classes of the JDK, and records with {@code @JsonValue}, are texts or
 * numbers. Used by one thread.
 */
final class WrittenType extends JsonFormatVisitorWrapper.Base {

    private @Nullable ObjectNode schema;

    private WrittenType() {}

    /** Returns the schema of a text, a number or a boolean; null for other values, and if Jackson does not know. */
    static @Nullable ObjectNode scalar(Class<?> type, ObjectMapper mapper) {
        WrittenType visitor = new WrittenType();
        try {
            mapper.acceptJsonFormatVisitor(type, visitor);
        } catch (JsonMappingException _) {
            return null; // it has no serializer, as a class that hooks only read
        }
        return visitor.schema;
    }

    private ObjectNode found(String type) {
        ObjectNode found = Json.NODES.objectNode().put("type", type);
        schema = found;
        return found;
    }

    @Override
    public JsonStringFormatVisitor expectStringFormat(JavaType type) {
        found("string");
        return new JsonStringFormatVisitor.Base();
    }

    @Override
    public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
        ObjectNode found = found("integer");
        return new JsonIntegerFormatVisitor.Base() {
            @Override
            public void numberType(JsonParser.NumberType number) {
                if (number == JsonParser.NumberType.INT || number == JsonParser.NumberType.LONG) {
                    found.put("format", number == JsonParser.NumberType.INT ? "int32" : "int64");
                }
            }
        };
    }

    @Override
    public JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
        found("number");
        return new JsonNumberFormatVisitor.Base();
    }

    @Override
    public JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
        found("boolean");
        return new JsonBooleanFormatVisitor.Base();
    }
}
