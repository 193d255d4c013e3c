package io.hookline.cli.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.CrdField;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.ReadFields;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
}
