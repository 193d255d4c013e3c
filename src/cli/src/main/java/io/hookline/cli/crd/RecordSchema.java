package io.hookline.cli.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.runtime.RawExtension;
import io.hookline.hook.CrdField;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.ReadFields;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes structural schemas of records and of classes of the Kubernetes model.
 *
 * <p>Jackson finds the fields of a class, as when a hook reads an object. So the schema has exactly the fields that the
 * hook sees.
 */
final class RecordSchema {

    private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";

    private final ObjectMapper mapper = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .addModule(new Jdk8Module())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS) // as when a hook reads and writes an object
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .build();
    private final Javadocs docs;
    private final Deque<Class<?>> open = new ArrayDeque<>();
    private final List<Column> columns = new ArrayList<>();

    RecordSchema(Javadocs docs) {
        this.docs = docs;
    }

    /**
     * Returns the schema of a parent's record, without {@code metadata}.
     *
     * @throws HookException if a component has a type that no schema can describe; its message names the component
     */
    ObjectNode root(Class<?> type) {
        ObjectNode schema = Json.NODES.objectNode();
        describe(schema, docs.of(type));
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        fields(schema, properties, mapper.constructType(type), FieldPath.ROOT);
        properties.remove(List.of("metadata", "apiVersion", "kind"));
        return schema;
    }

    /** The columns of {@code kubectl get} that the components of the schemas so far want, in their order. */
    List<Column> columns() {
        return List.copyOf(columns);
    }

    /** The schema of a status. */
    ObjectNode status(Class<?> type) {
        return of(mapper.constructType(type), FieldPath.ROOT.field("status"));
    }

    private ObjectNode of(JavaType type, FieldPath place) {
        Class<?> raw = type.getRawClass();
        ObjectNode simple = SimpleTypes.schema(raw, mapper);
        if (simple != null) {
            describe(simple, raw.isEnum() ? docs.of(raw) : "");
            return simple;
        }
        if (type.isReferenceType()) {
            return of(type.getReferencedType(), place);
        }
        if (type.isMapLikeType()) {
            return map(type, place);
        }
        if (type.isCollectionLikeType() || type.isArrayType()) {
            return list(type, place);
        }
        if (raw.isInterface() || open.contains(raw)) {
            return anyObject(); // a schema cannot refer to itself
        }
        if (raw.getPackageName().startsWith("java.")) {
            throw new HookException(place + ": the JSON of a " + raw.getName()
                    + " is not known, so it has no schema; use a String, a record, or another type");
        }
        return object(type, place);
    }

    private ObjectNode map(JavaType type, FieldPath place) {
        Class<?> key = type.getKeyType().getRawClass();
        if (key != String.class && key != Object.class && !key.isEnum()) {
            throw new HookException(place + ": the keys of a map in JSON are texts, so a map of " + key.getSimpleName()
                    + " has no schema; use Map<String, ...>");
        }
        ObjectNode schema = Json.NODES.objectNode().put("type", "object");
        schema.set("additionalProperties", of(type.getContentType(), place.field("*")));
        return schema;
    }

    private ObjectNode list(JavaType type, FieldPath place) {
        ObjectNode schema = Json.NODES.objectNode().put("type", "array");
        ObjectNode items = of(type.getContentType(), place.index(0));
        schema.set("items", items);
        if (type.getContentType().hasRawClass(Condition.class)) {
            schema.put("x-kubernetes-list-type", "map")
                    .putArray("x-kubernetes-list-map-keys")
                    .add("type");
        }
        return schema;
    }

    private ObjectNode object(JavaType type, FieldPath place) {
        Class<?> raw = type.getRawClass();
        ObjectNode schema = Json.NODES.objectNode();
        describe(schema, docs.of(raw));
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        open.push(raw);
        try {
            fields(schema, properties, type, place);
        } finally {
            open.pop();
        }
        if (properties.isEmpty()) {
            schema.remove("properties");
            if (!raw.isRecord()) {
                schema.put(PRESERVE, true);
            }
        }
        if (raw == ObjectMeta.class) {
            properties.retain(List.of("annotations", "labels", "name", "namespace")); // what a template can set
        } else if (raw == Condition.class) {
            SimpleTypes.refineCondition(schema, properties);
        }
        return schema;
    }

    private void fields(ObjectNode schema, ObjectNode properties, JavaType type, FieldPath place) {
        Map<String, RecordComponent> components = components(type.getRawClass());
        ArrayNode required = Json.NODES.arrayNode();
        for (BeanPropertyDefinition field : ReadFields.of(mapper.getDeserializationConfig(), type)) {
            if (isMetadata(place, field)) {
                continue;
            }
            FieldPath at = place.field(field.getName());
            refuseUnwrapped(field, at);
            Class<?> owner = type.getRawClass();
            RecordComponent component = components.get(field.getInternalName());
            ObjectNode property = of(field.getPrimaryType(), at);
            describe(property, description(owner, field));
            CrdField limits = component == null ? null : component.getAnnotation(CrdField.class);
            if (limits != null) {
                FieldLimits.add(limits, property, at);
                if (!limits.column().isEmpty()) {
                    columns.add(Column.of(limits.column(), property, at));
                }
            }
            if (isRequired(place, component, field, limits, property)) {
                required.add(field.getName());
            }
            properties.set(field.getName(), property);
        }
        if (!required.isEmpty()) {
            schema.remove("properties");
            schema.set("required", required);
            schema.set("properties", properties);
        }
    }

    private static void refuseUnwrapped(BeanPropertyDefinition field, FieldPath at) {
        AnnotatedMember member = field.getPrimaryMember();
        if (member != null && member.hasAnnotation(JsonUnwrapped.class)) {
            throw new HookException(at + ": @JsonUnwrapped has no schema; declare the fields of "
                    + field.getRawPrimaryType().getSimpleName() + " instead");
        }
    }

    private static boolean isMetadata(FieldPath place, BeanPropertyDefinition field) {
        return place.equals(FieldPath.ROOT) && field.getName().equals("metadata");
    }

    /**
     * A primitive component is refused when it is absent, so the API server must refuse the object first; except in a
     * status.
     */
    private static boolean isRequired(
            FieldPath place,
            @Nullable RecordComponent component,
            BeanPropertyDefinition field,
            @Nullable CrdField limits,
            ObjectNode property) {
        String path = place.field(field.getName()).toString();
        if (path.equals("status") || path.startsWith("status.") || path.startsWith("status[")) {
            return false;
        }
        if (property.has("default")) {
            return false;
        }
        boolean needed = component != null && component.getType().isPrimitive();
        boolean isSpec = place.equals(FieldPath.ROOT) && property.has("required");
        return needed || isSpec || field.isRequired() || (limits != null && limits.required());
    }

    private String description(Class<?> owner, BeanPropertyDefinition field) {
        JsonPropertyDescription given = field.getPrimaryMember() == null
                ? null
                : field.getPrimaryMember().getAnnotation(JsonPropertyDescription.class);
        return given == null ? docs.of(owner, field.getInternalName()) : given.value();
    }

    private static Map<String, RecordComponent> components(Class<?> type) {
        Map<String, RecordComponent> components = new HashMap<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                components.put(component.getName(), component);
            }
        }
        return components;
    }

    /** Sets the description, as the first field. */
    static void describe(ObjectNode schema, String description) {
        if (!description.isEmpty()) {
            Map<String, JsonNode> rest = new LinkedHashMap<>();
            schema.properties().forEach(field -> rest.put(field.getKey(), field.getValue()));
            schema.removeAll();
            rest.remove("description");
            schema.put("description", description).setAll(rest);
        }
    }

    static ObjectNode anyObject() {
        return Json.NODES.objectNode().put("type", "object").put(PRESERVE, true);
    }

    /** Adds the limits and the default of a {@link CrdField} to a schema. */
    private static final class FieldLimits {

        private FieldLimits() {}

        static void add(CrdField field, ObjectNode schema, FieldPath place) {
            String type = schema.path("type").asText("string"); // int-or-string has none
            if (field.minimum() != Long.MIN_VALUE) {
                require(type.equals("integer") || type.equals("number"), "minimum", type, place);
                schema.put("minimum", field.minimum());
            }
            if (field.maximum() != Long.MAX_VALUE) {
                require(type.equals("integer") || type.equals("number"), "maximum", type, place);
                schema.put("maximum", field.maximum());
            }
            if (!field.pattern().isEmpty()) {
                require(type.equals("string"), "pattern", type, place);
                schema.put("pattern", whole(field.pattern()));
            }
            if (field.minSize() != 0) {
                schema.put("min" + sizeOf(type, "minSize", place), field.minSize());
            }
            if (field.maxSize() != Integer.MAX_VALUE) {
                schema.put("max" + sizeOf(type, "maxSize", place), field.maxSize());
            }
            if (!field.defaultValue().isEmpty()) {
                schema.set("default", value(field.defaultValue(), type, place));
            }
        }

        /** In Kubernetes a pattern matches any part of a text. */
        private static String whole(String pattern) {
            return pattern.startsWith("^") && pattern.endsWith("$") ? pattern : "^(?:" + pattern + ")$";
        }

        private static String sizeOf(String type, String limit, FieldPath place) {
            return switch (type) {
                case "string" -> "Length";
                case "array" -> "Items";
                case "object" -> "Properties";
                default -> throw refused(limit, type, place);
            };
        }

        private static JsonNode value(String text, String type, FieldPath place) {
            if (type.equals("string")) {
                return Json.NODES.textNode(text);
            }
            try {
                return Json.parse(text.getBytes(StandardCharsets.UTF_8));
            } catch (DecodeException e) {
                throw new HookException(
                        place + ": defaultValue \"" + text + "\" is not JSON of type " + type + ": " + e.getMessage(),
                        e);
            }
        }

        private static void require(boolean fits, String limit, String type, FieldPath place) {
            if (!fits) {
                throw refused(limit, type, place);
            }
        }

        private static HookException refused(String limit, String type, FieldPath place) {
            return new HookException(place + ": @CrdField(" + limit + ") does not fit the type " + type);
        }
    }

    /** The schemas of types whose values are texts, numbers or booleans, or any objects. */
    static final class SimpleTypes {

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
            put(
                    types,
                    "string",
                    String.class,
                    CharSequence.class,
                    char.class,
                    Character.class,
                    URL.class,
                    Period.class);
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

            /**
             * Returns the schema of a text, a number or a boolean; null for other values, and if Jackson does not know.
             */
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
}
