package io.hookline.cli.crd;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.runtime.RawExtension;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The schemas of types whose values are texts, numbers or booleans, or any objects. */
final class SimpleTypes {

    private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";

    private static final String QUANTITY =
            "^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$";

    /** Type and format, separated by a space. */
    private static final Map<Class<?>, String> TYPES = types();

    private static final Map<String, String> CONDITION_FIELDS = Map.of(
            "type", "Name of the condition. Each type occurs once.",
            "status", "True or False; Unknown if the controller does not know.",
            "reason", "Reason for the status as one CamelCase word, for programs.",
            "message", "Reason for the status as a sentence, for people.",
            "lastTransitionTime", "Time at which the status of this condition changed last.",
            "observedGeneration", "Value of metadata.generation of the spec that this condition describes.");

    private SimpleTypes() {}

    private static Map<Class<?>, String> types() {
        Map<Class<?>, String> types = new HashMap<>();
        put(types, "string", String.class, CharSequence.class, char.class, Character.class, URL.class, Period.class);
        put(types, "string", char[].class, Year.class);
        put(types, "string", Duration.class, io.fabric8.kubernetes.api.model.Duration.class);
        put(types, "string byte", byte[].class, ByteBuffer.class);
        put(types, "string uuid", UUID.class);
        put(types, "string uri", URI.class);
        put(types, "string date", LocalDate.class);
        put(types, "string date-time", Instant.class, OffsetDateTime.class, ZonedDateTime.class, MicroTime.class);
        put(types, "string date-time", Date.class, Calendar.class);
        put(types, "integer int32", int.class, Integer.class, short.class, Short.class, byte.class, Byte.class);
        put(types, "integer int32", OptionalInt.class);
        put(types, "integer int64", long.class, Long.class, OptionalLong.class);
        put(types, "integer", BigInteger.class);
        put(types, "number float", float.class, Float.class);
        put(types, "number double", double.class, Double.class, OptionalDouble.class);
        put(types, "number", BigDecimal.class, Number.class);
        put(types, "boolean", boolean.class, Boolean.class);
        return Map.copyOf(types);
    }

    private static void put(Map<Class<?>, String> types, String text, Class<?>... all) {
        for (Class<?> type : all) {
            types.put(type, text);
        }
    }

    /** Returns the schema of a type, or null if it is an object, a list or a map. */
    static @Nullable ObjectNode schema(Class<?> type, ObjectMapper mapper) {
        String text = TYPES.get(type);
        if (text != null) {
            String[] parts = text.split(" ", -1);
            ObjectNode schema = Json.NODES.objectNode().put("type", parts[0]);
            return parts.length == 1 ? schema : schema.put("format", parts[1]);
        }
        if (type == IntOrString.class) {
            return intOrString();
        }
        if (type == Quantity.class) {
            return intOrString().put("pattern", QUANTITY);
        }
        if (type.isEnum()) {
            return constants(type, mapper);
        }
        if (type == Object.class || type == JsonNode.class) {
            return Json.NODES.objectNode().put(PRESERVE, true);
        }
        boolean anyObject = type == ObjectNode.class || type == KubeObject.class || type == RawExtension.class;
        return anyObject ? RecordSchema.anyObject() : WrittenType.scalar(type, mapper);
    }

    private static ObjectNode intOrString() {
        ObjectNode schema = Json.NODES.objectNode();
        ArrayNode any = schema.putArray("anyOf");
        any.addObject().put("type", "integer");
        any.addObject().put("type", "string");
        return schema.put("x-kubernetes-int-or-string", true);
    }

    private static ObjectNode constants(Class<?> type, ObjectMapper mapper) {
        ObjectNode schema = Json.NODES.objectNode().put("type", "string");
        ArrayNode values = schema.putArray("enum");
        for (Object constant : type.getEnumConstants()) {
            values.add(mapper.valueToTree(constant).asText());
        }
        return schema;
    }

    /** Adds the Kubernetes schema of {@code metav1.Condition}. */
    static void refineCondition(ObjectNode schema, ObjectNode properties) {
        schema.remove("properties");
        RecordSchema.describe(schema, "One aspect of the state, as in the kinds of Kubernetes itself.");
        schema.set("required", Json.NODES.arrayNode().add("type").add("status"));
        schema.set("properties", properties);
        CONDITION_FIELDS.forEach((field, text) -> RecordSchema.describe((ObjectNode) properties.path(field), text));
        ArrayNode values = ((ObjectNode) properties.path("status")).putArray("enum");
        List.of("True", "False", "Unknown").forEach(values::add);
        ((ObjectNode) properties.path("lastTransitionTime")).put("format", "date-time");
    }

    /**
     * Asks Jackson which JSON type the values of a class have: many classes of the JDK, and records with
     * {@code @JsonValue}, are texts or numbers. Used by one thread.
     */
    private static final class WrittenType extends JsonFormatVisitorWrapper.Base {

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
}
