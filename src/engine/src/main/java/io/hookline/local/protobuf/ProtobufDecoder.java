package io.hookline.local.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.DataFiles;
import io.hookline.local.protobuf.ProtobufDecoder.ProtobufFields.Field;
import io.hookline.local.protobuf.ProtobufDecoder.ProtobufFields.Shape;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes Kubernetes' protobuf bodies to JSON. The typed clients of Go send them for built-in kinds and CRDs, kubectl
 * too for typed {@code create} commands, and they do not fall back to JSON. A field or message that is missing in the
 * table is an error; it is never dropped silently. Thread-safe.
 */
public final class ProtobufDecoder {

    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private final ProtobufFields fields = ProtobufFields.load();

    /**
     * Decodes a whole body: four magic bytes, then an envelope with apiVersion, kind and the object.
     *
     * @throws DecodeException if the body has another form, or contains a kind, message or field that is missing in
     *     the table
     */
    public ObjectNode decode(byte[] body) {
        if (body.length < MAGIC.length || !Arrays.equals(MAGIC, Arrays.copyOf(body, MAGIC.length))) {
            throw new DecodeException(FieldPath.ROOT, "expected the prefix of Kubernetes' protobuf encoding");
        }
        ProtobufWire envelope = new ProtobufWire(Arrays.copyOfRange(body, MAGIC.length, body.length), FieldPath.ROOT);
        ObjectNode object = Json.NODES.objectNode();
        byte[] raw = {};
        for (int number = envelope.nextField(); number != 0; number = envelope.nextField()) {
            switch (number) {
                case 1 -> readType(envelope.readBytes(), object);
                case 2 -> raw = envelope.readBytes();
                default -> envelope.skip();
            }
        }
        String apiVersion = object.path("apiVersion").asText();
        String kind = object.path("kind").asText();
        String message = fields.message(apiVersion, kind)
                .orElseThrow(() -> new DecodeException(
                        FieldPath.ROOT,
                        kind + " of " + apiVersion + " is not known to this server as protobuf; send JSON"));
        readMessage(raw, message, FieldPath.ROOT, object);
        return object;
    }

    private static void readType(byte[] bytes, ObjectNode object) {
        ProtobufWire type = new ProtobufWire(bytes, FieldPath.ROOT);
        for (int number = type.nextField(); number != 0; number = type.nextField()) {
            switch (number) {
                case 1 -> object.put("apiVersion", type.readText());
                case 2 -> object.put("kind", type.readText());
                default -> type.skip();
            }
        }
    }

    private void readMessage(byte[] bytes, String message, FieldPath place, ObjectNode into) {
        Map<Integer, Field> known = fields.of(message)
                .orElseThrow(() -> new DecodeException(
                        place, "protobuf message " + message + " is not known to this server; send JSON"));
        ProtobufWire wire = new ProtobufWire(bytes, place);
        for (int number = wire.nextField(); number != 0; number = wire.nextField()) {
            Field field = known.get(number);
            if (field == null) {
                throw new DecodeException(
                        place,
                        "protobuf field " + number + " of " + message + " is not known to this server; send JSON");
            }
            readField(wire, field, place.field(field.name()), into);
        }
    }

    private void readField(ProtobufWire wire, Field field, FieldPath place, ObjectNode into) {
        if (field.shape() == Shape.INLINE) {
            readMessage(wire.readBytes(), field.type(), place, into);
        } else if (field.shape() == Shape.MAP) {
            readEntry(wire.readBytes(), field, place, into.withObjectProperty(field.name()));
        } else if (field.shape() == Shape.LIST) {
            ArrayNode list = into.withArrayProperty(field.name());
            list.add(value(wire, field.type(), place.index(list.size())));
        } else {
            JsonNode value = value(wire, field.type(), place);
            if (field.zeroCounts() || !isZero(value)) {
                into.set(field.name(), value);
            }
        }
    }

    private void readEntry(byte[] bytes, Field field, FieldPath place, ObjectNode map) {
        ProtobufWire entry = new ProtobufWire(bytes, place);
        String key = "";
        JsonNode value = null;
        for (int number = entry.nextField(); number != 0; number = entry.nextField()) {
            switch (number) {
                case 1 -> key = entry.readText();
                case 2 -> value = value(entry, field.type(), place.field(key));
                default -> entry.skip();
            }
        }
        map.set(key, value == null ? Json.NODES.textNode("") : value);
    }

    private JsonNode value(ProtobufWire wire, String type, FieldPath place) {
        return switch (type) {
            case "s" -> Json.NODES.textNode(wire.readText());
            case "i" -> Json.NODES.numberNode(wire.readInteger());
            case "d" -> number(wire.readDouble());
            case "b" -> Json.NODES.booleanNode(wire.readInteger() != 0);
            case "y" -> Json.NODES.textNode(Base64.getEncoder().encodeToString(wire.readBytes()));
            case "Time", "MicroTime" -> time(new ProtobufWire(wire.readBytes(), place), type.equals("MicroTime"));
            case "IntOrString" -> intOrString(new ProtobufWire(wire.readBytes(), place));
            case "Quantity" -> single(new ProtobufWire(wire.readBytes(), place));
            case "FieldsV1", "RawExtension", "JSON" -> raw(new ProtobufWire(wire.readBytes(), place));
            case "ExtraValue" -> extraValue(new ProtobufWire(wire.readBytes(), place));
            case "JSONSchemaPropsOrArray", "JSONSchemaPropsOrBool", "JSONSchemaPropsOrStringArray" ->
                schemaOr(new ProtobufWire(wire.readBytes(), place), type, place);
            default -> {
                ObjectNode message = Json.NODES.objectNode();
                readMessage(wire.readBytes(), type, place, message);
                yield message;
            }
        };
    }

    /** As Go writes it: without fractions, if it has none. */
    private static JsonNode number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Json.NODES.numberNode((long) value)
                : Json.NODES.numberNode(value);
    }

    /** A schema, or else what the name of the type says. */
    private JsonNode schemaOr(ProtobufWire wire, String type, FieldPath place) {
        ArrayNode list = Json.NODES.arrayNode();
        JsonNode other = type.equals("JSONSchemaPropsOrBool") ? Json.NODES.booleanNode(false) : list;
        JsonNode schema = null;
        for (int number = wire.nextField(); number != 0; number = wire.nextField()) {
            if (number == (type.equals("JSONSchemaPropsOrBool") ? 2 : 1)) {
                schema = value(wire, "JSONSchemaProps", place);
            } else if (number == 1) {
                other = Json.NODES.booleanNode(wire.readInteger() != 0);
            } else if (number == 2) {
                list.add(value(wire, type.equals("JSONSchemaPropsOrArray") ? "JSONSchemaProps" : "s", place));
            } else {
                wire.skip();
            }
        }
        return schema == null ? other : schema;
    }

    private static JsonNode time(ProtobufWire wire, boolean micro) {
        long seconds = 0;
        long nanos = 0;
        boolean present = false;
        for (int number = wire.nextField(); number != 0; number = wire.nextField()) {
            present = true;
            switch (number) {
                case 1 -> seconds = wire.readInteger();
                case 2 -> nanos = wire.readInteger();
                default -> wire.skip();
            }
        }
        if (!present) {
            return Json.NODES.nullNode();
        }
        Instant time = Instant.ofEpochSecond(seconds);
        return Json.NODES.textNode(
                micro ? time.toString().replace("Z", String.format(".%06dZ", nanos / 1000)) : time.toString());
    }

    private static JsonNode intOrString(ProtobufWire wire) {
        long type = 0;
        long integer = 0;
        String text = "";
        for (int number = wire.nextField(); number != 0; number = wire.nextField()) {
            switch (number) {
                case 1 -> type = wire.readInteger();
                case 2 -> integer = wire.readInteger();
                case 3 -> text = wire.readText();
                default -> wire.skip();
            }
        }
        return type == 0 ? Json.NODES.numberNode(integer) : Json.NODES.textNode(text);
    }

    private static JsonNode single(ProtobufWire wire) {
        String text = "";
        for (int number = wire.nextField(); number != 0; number = wire.nextField()) {
            text = wire.readText();
        }
        return Json.NODES.textNode(text);
    }

    private static JsonNode raw(ProtobufWire wire) {
        byte[] json = {};
        for (int number = wire.nextField(); number != 0; number = wire.nextField()) {
            json = wire.readBytes();
        }
        return json.length == 0 ? Json.NODES.nullNode() : Json.parse(json);
    }

    private static JsonNode extraValue(ProtobufWire wire) {
        ArrayNode items = Json.NODES.arrayNode();
        for (int number = wire.nextField(); number != 0; number = wire.nextField()) {
            items.add(wire.readText());
        }
        return items;
    }

    /** Whether it is the value that Go's encoder writes for an unset field. */
    private static boolean isZero(JsonNode value) {
        return switch (value.getNodeType()) {
            case NULL -> true;
            case STRING -> value.textValue().isEmpty();
            case NUMBER -> value.longValue() == 0;
            case BOOLEAN -> !value.booleanValue();
            default -> false;
        };
    }

    /** The field numbers of Kubernetes' protobuf messages, read from a table. Thread-safe. */
    static final class ProtobufFields {

        /** The form of a field's value in JSON. */
        enum Shape {
            SINGLE,
            LIST,
            MAP,
            /** A message whose fields are placed in the enclosing object. */
            INLINE
        }

        /**
         * One field.
         *
         * @param name its JSON name
         * @param type {@code s} string, {@code i} integer, {@code d} number, {@code b} boolean, {@code y} bytes, else a
         *     message's name
         * @param zeroCounts whether an explicit zero, false or empty text differs from an absent field
         */
        record Field(String name, Shape shape, String type, boolean zeroCounts) {
            private static Field parse(String name, String notation) {
                if (notation.startsWith("[]")) {
                    return new Field(name, Shape.LIST, notation.substring(2), true);
                }
                if (notation.startsWith("{}")) {
                    return new Field(name, Shape.MAP, notation.substring(2), true);
                }
                if (notation.startsWith("^")) {
                    return new Field(name, Shape.INLINE, notation.substring(1), false);
                }
                boolean zeroCounts = notation.startsWith("*");
                return new Field(name, Shape.SINGLE, zeroCounts ? notation.substring(1) : notation, zeroCounts);
            }
        }

        private final Map<String, Map<Integer, Field>> messages = new HashMap<>();
        /** The messages by apiVersion and kind. */
        private final Map<String, Map<String, String>> kinds = new HashMap<>();

        private ProtobufFields() {}

        /** Reads the table. */
        static ProtobufFields load() {
            ProtobufFields fields = new ProtobufFields();
            DataFiles.lines("protobuf-fields.txt").forEach(fields::read);
            return fields;
        }

        private void read(String line) {
            List<String> codes = List.of(line.split(" ", -1));
            if (codes.getFirst().equals("@")) {
                Map<String, String> messageOf = kinds.computeIfAbsent(codes.get(1), _ -> new HashMap<>());
                for (String kind : codes.subList(2, codes.size())) {
                    String[] parts = kind.split("=", 2);
                    messageOf.put(parts[0], parts[parts.length - 1]);
                }
                return;
            }
            Map<Integer, Field> fields = new HashMap<>();
            for (String code : codes.subList(1, codes.size())) {
                String[] parts = code.split(":", 3);
                fields.put(Integer.valueOf(parts[0]), Field.parse(parts[1], parts[2]));
            }
            messages.put(codes.getFirst(), fields);
        }

        /** The name of the message of a kind in a version; empty if the table does not contain it. */
        Optional<String> message(String apiVersion, String kind) {
            return Optional.ofNullable(kinds.getOrDefault(apiVersion, Map.of()).get(kind))
                    .or(() -> Optional.ofNullable(
                            kinds.getOrDefault("*", Map.of()).get(kind)));
        }

        /** The fields of a message by number; empty if the message is missing in the table. */
        Optional<Map<Integer, Field>> of(String message) {
            return Optional.ofNullable(messages.get(message));
        }
    }

    /** Reads the fields of one message in protobuf's wire format. Not thread-safe. */
    static final class ProtobufWire {

        private static final int VARINT = 0;
        private static final int FIXED64 = 1;
        private static final int BYTES = 2;
        private static final int FIXED32 = 5;
        private static final long MAX_FIELD = (1L << 29) - 1;

        private final byte[] bytes;
        private final FieldPath place;
        private final int end;
        private int at;
        private int wireType;

        ProtobufWire(byte[] bytes, FieldPath place) {
            this.bytes = bytes;
            this.place = place;
            this.end = bytes.length;
        }

        /** The number of the next field, 0 at the end. */
        int nextField() {
            if (at == end) {
                return 0;
            }
            long tag = varint();
            long number = tag >>> 3;
            if (number == 0 || number > MAX_FIELD) {
                throw broken("field number " + number);
            }
            wireType = (int) (tag & 7);
            return (int) number;
        }

        /** The current field's integer. */
        long readInteger() {
            require(VARINT, "an integer");
            return varint();
        }

        /** The current field's floating-point number. */
        double readDouble() {
            require(FIXED64, "a number");
            advance(Double.BYTES);
            return ByteBuffer.wrap(bytes, at - Double.BYTES, Double.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getDouble();
        }

        /** The current field's bytes; a text or a message is returned as bytes too. */
        byte[] readBytes() {
            require(BYTES, "bytes");
            long length = varint();
            if (length < 0 || length > end - at) {
                throw broken("a length that goes over the end");
            }
            at += (int) length;
            return Arrays.copyOfRange(bytes, at - (int) length, at);
        }

        /** The current field's text. */
        String readText() {
            return new String(readBytes(), StandardCharsets.UTF_8);
        }

        /** Skips the current field. */
        void skip() {
            switch (wireType) {
                case VARINT -> varint();
                case FIXED64 -> advance(8);
                case BYTES -> readBytes();
                case FIXED32 -> advance(4);
                default -> throw broken("wire type " + wireType);
            }
        }

        private void advance(int count) {
            if (count > end - at) {
                throw broken("the end within a number");
            }
            at += count;
        }

        private void require(int expected, String what) {
            if (wireType != expected) {
                throw DecodeException.expected(place, what, "wire type " + wireType);
            }
        }

        private long varint() {
            long value = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                if (at == end) {
                    throw broken("the end within a number");
                }
                byte next = bytes[at++];
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw broken("a number of more than 64 bits");
        }

        private DecodeException broken(String was) {
            return DecodeException.expected(place, "a protobuf message", was);
        }
    }
}
