package io.hookline.local.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.object.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How rules see the values of a schema: their type in CEL, and how large they can be. Immutable.
 *
 * @param cel the type
 * @param most the largest number of elements, entries or bytes
 * @param least the smallest number of bytes of a value in JSON
 * @param fields the fields of an object, by the names that they have in rules; empty for others
 * @param element of a list or a map; null for others
 * @param json the schema
 */
record SchemaType(
        CelType cel,
        long most,
        long least,
        Map<String, SchemaType> fields,
        @Nullable SchemaType element,
        JsonNode json) {

    /** The number of bytes that a request can have. */
    static final long MAX_REQUEST = 3 * 1024 * 1024;

    /** Fields with other names are not seen by rules. */
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_./-][a-zA-Z0-9_./-]*");

    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    /**
     * Reads a schema.
     *
     * @param whole whether it is of an object with kind and metadata
     * @param name a unique name for the type
     * @return empty if rules do not see its values, since it does not say what they are
     */
    static Optional<SchemaType> of(JsonNode schema, boolean whole, String name) {
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return Optional.of(simple(SimpleType.DYN, textLength(schema), 1, schema));
        }
        JsonNode seen = whole ? withMetadata(schema) : schema;
        return switch (seen.path("type").asText()) {
            case "array" -> list(seen, name);
            case "object" -> object(seen, name);
            case "string" -> Optional.of(text(seen));
            case "boolean" -> Optional.of(simple(SimpleType.BOOL, 0, 4, seen));
            case "number" -> Optional.of(simple(SimpleType.DOUBLE, 0, 1, seen));
            case "integer" -> Optional.of(simple(SimpleType.INT, 0, 1, seen));
            default -> Optional.empty();
        };
    }

    private static SchemaType simple(CelType type, long most, long least, JsonNode schema) {
        return new SchemaType(type, most, least, Map.of(), null, schema);
    }

    static boolean isEmbedded(JsonNode schema) {
        return schema.path("x-kubernetes-embedded-resource").asBoolean();
    }

    private static Optional<SchemaType> list(JsonNode schema, String name) {
        JsonNode items = schema.path("items");
        return items.isObject()
                ? of(items, isEmbedded(items), name + ".items").map(element -> {
                    long most = bound(schema, "maxItems", (MAX_REQUEST - 2) / (element.least + 1));
                    return new SchemaType(ListType.create(element.cel), most, 2, Map.of(), element, schema);
                })
                : Optional.empty();
    }

    private static Optional<SchemaType> object(JsonNode schema, String name) {
        JsonNode values = schema.path("additionalProperties");
        if (values.isObject()) {
            return of(values, isEmbedded(values), name + ".values").map(element -> {
                long most = bound(schema, "maxProperties", (MAX_REQUEST - 2) / (element.least + 6));
                CelType type = MapType.create(SimpleType.STRING, element.cel);
                return new SchemaType(type, most, 2, Map.of(), element, schema);
            });
        }
        Set<String> required = new HashSet<>();
        schema.path("required").forEach(field -> required.add(field.asText()));
        Map<String, SchemaType> fields = new LinkedHashMap<>();
        long least = 2;
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            JsonNode json = property.getValue();
            SchemaType field =
                    of(json, isEmbedded(json), name + "." + property.getKey()).orElse(null);
            if (field == null) {
                continue;
            }
            names(property.getKey()).forEach(escaped -> fields.put(escaped, field));
            if (required.contains(property.getKey()) && !json.has("default")) {
                least += property.getKey().length() + field.least + 4;
            }
        }
        ImmutableMap.Builder<String, CelType> types = ImmutableMap.builder();
        fields.forEach((field, seen) -> types.put(field, seen.cel));
        ImmutableMap<String, CelType> known = types.buildOrThrow();
        CelType type = StructType.create(
                name, ImmutableSet.copyOf(fields.keySet()), field -> Optional.ofNullable(known.get(field)));
        return Optional.of(new SchemaType(type, 0, least, fields, null, schema));
    }

    private static SchemaType text(JsonNode schema) {
        return switch (schema.path("format").asText()) {
            case "byte" -> simple(SimpleType.BYTES, bound(schema, "maxLength", MAX_REQUEST - 2), 2, schema);
            case "duration" -> simple(SimpleType.DURATION, 32, 3, schema);
            case "date" -> simple(SimpleType.TIMESTAMP, 12, 12, schema);
            case "date-time" -> simple(SimpleType.TIMESTAMP, 32, 21, schema);
            default -> simple(SimpleType.STRING, textLength(schema), 2, schema);
        };
    }

    private static long textLength(JsonNode schema) {
        if (schema.has("maxLength")) {
            return bound(schema, "maxLength", 0) * 4;
        }
        if (!schema.path("enum").isEmpty() && schema.path("type").asText().equals("string")) {
            return schema.path("enum")
                    .valueStream()
                    .mapToLong(value -> value.asText().length())
                    .max()
                    .orElse(0);
        }
        return MAX_REQUEST - 2;
    }

    private static long bound(JsonNode schema, String field, long otherwise) {
        return schema.has(field) ? Math.max(0, schema.path(field).asLong()) : otherwise;
    }

    private static JsonNode withMetadata(JsonNode schema) {
        ObjectNode whole = schema.deepCopy();
        ObjectNode properties = whole.withObjectProperty("properties");
        ObjectNode text = Json.NODES.objectNode().put("type", "string");
        properties.set("kind", text);
        properties.set("apiVersion", text);
        ObjectNode metadata = properties.putObject("metadata").put("type", "object");
        metadata.putObject("properties").set("name", text);
        metadata.withObjectProperty("properties").set("generateName", text);
        return whole;
    }

    private void put(Map<String, Object> map, String name, JsonNode value) {
        SchemaType field = fields.get(name);
        if (field != null) {
            map.put(name, field.value(value));
        }
    }

    /** The names of a field in rules: some words have two, since today's CEL allows them as they are. */
    private static List<String> names(String name) {
        if (!NAME.matcher(name).matches()) {
            return List.of();
        }
        if (RESERVED.contains(name)) {
            return List.of(name, "__" + name + "__");
        }
        return List.of(name.replace("__", "__underscores__")
                .replace(".", "__dot__")
                .replace("-", "__dash__")
                .replace("/", "__slash__"));
    }

    /** The keys of a map, whose length the real server does not count; null for others. */
    @Nullable
    SchemaType key() {
        return cel instanceof MapType ? simple(SimpleType.STRING, 0, 2, json) : null;
    }

    /** A value as rules see it. */
    Object value(JsonNode value) {
        if (Json.isAbsent(value)) {
            return NullValue.NULL_VALUE;
        }
        if (json.path("x-kubernetes-int-or-string").asBoolean()) {
            return plain(value);
        }
        SchemaType inner = element;
        if (value.isArray() && inner != null) {
            List<Object> list = new ArrayList<>();
            value.forEach(each -> list.add(inner.value(each)));
            return switch (json.path("x-kubernetes-list-type").asText()) {
                case "set" -> new KeyedList(list, List.of());
                case "map" -> new KeyedList(list, keys());
                default -> list;
            };
        }
        if (value.isObject()) {
            Map<String, Object> map = new HashMap<>();
            value.properties().forEach(field -> {
                if (inner != null) {
                    map.put(field.getKey(), inner.value(field.getValue()));
                } else {
                    names(field.getKey()).forEach(name -> put(map, name, field.getValue()));
                }
            });
            return map;
        }
        return value.isTextual() ? text(value.textValue()) : number(value);
    }

    /** The fields that are the key of an element, by the names that they have in rules. */
    private List<String> keys() {
        return ObjectTrees.texts(json.path("x-kubernetes-list-map-keys")).stream()
                .flatMap(key -> names(key).stream().limit(1))
                .toList();
    }

    private Object number(JsonNode value) {
        return value.isNumber() && json.path("type").asText().equals("number") ? value.doubleValue() : plain(value);
    }

    private static Object plain(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> value.isIntegralNumber() ? (Object) value.longValue() : wholeOr(value.doubleValue());
            default -> value.asText();
        };
    }

    private static Object wholeOr(double number) {
        return number == Math.rint(number) ? (Object) (long) number : (Object) number;
    }

    /** A text in the form that its format has; the text itself if it does not fit, which the schema refuses. */
    private Object text(String text) {
        try {
            return switch (json.path("format").asText()) {
                case "byte" -> CelByteString.of(Base64.getDecoder().decode(text));
                case "duration" ->
                    KubeFunctions.goDuration(text).<Object>map(found -> found).orElse(text);
                case "date" -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
                case "date-time" -> instant(text);
                default -> text;
            };
        } catch (DateTimeException | IllegalArgumentException _) {
            return text;
        }
    }

    private static Instant instant(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }

    /** All struct types in this one. */
    List<StructType> structs() {
        List<StructType> all = new ArrayList<>();
        if (cel instanceof StructType struct) {
            all.add(struct);
        }
        fields.values().forEach(field -> all.addAll(field.structs()));
        if (element != null) {
            all.addAll(element.structs());
        }
        return all;
    }
}
