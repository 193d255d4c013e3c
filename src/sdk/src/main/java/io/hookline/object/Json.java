package io.hookline.object;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.io.Serial;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * JSON trees whose numbers are those of Go: an integer that fits 64 bits is a {@link LongNode}, every other number a
 * {@link DoubleNode}. So {@code 1} and {@code 1.0} differ, and equal values have equal nodes.
 */
public final class Json {

    /** Creates nodes of exactly these two number types. */
    public static final JsonNodeFactory NODES = new GoNumbers();

    /** Texts are as long as their documents may be, which is limited by whoever reads them into memory. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final ObjectReader READER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .nodeFactory(NODES)
            .build()
            .readerFor(JsonNode.class);

    /** The position of a list's or object's start in the middle of a parser message, with line and column. */
    private static final Pattern SOURCE = Pattern.compile("\\[Source: [^;]*; (line: \\d+, column: \\d+)]");

    private Json() {}

    /**
     * Parses a document.
     *
     * @throws DecodeException with line and column
     */
    public static JsonNode parse(byte[] json) {
        try {
            // As text, not as bytes: the parser would guess the encoding, and reject broken UTF-8, which Go replaces.
            return READER.readValue(new String(json, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new DecodeException(
                    FieldPath.ROOT, SOURCE.matcher(e.getOriginalMessage()).replaceAll("$1") + at(e));
        }
    }

    private static String at(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : " at line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
    }

    /** Parses a document that must be an object. */
    public static ObjectNode object(byte[] json) {
        return object(parse(json), FieldPath.ROOT);
    }

    /** Casts a node that must be an object. */
    public static ObjectNode object(JsonNode node, FieldPath place) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw DecodeException.expected(place, "an object", describe(node));
    }

    /** Casts a node that must be a list. */
    public static ArrayNode list(JsonNode node, FieldPath place) {
        if (node instanceof ArrayNode list) {
            return list;
        }
        throw DecodeException.expected(place, "a list", describe(node));
    }

    /** Whether a value is missing or null, which are the same in a field of an object. */
    public static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }

    /** The first object of a list with this {@code type}, such as a condition; missing if there is none. */
    public static JsonNode ofType(JsonNode list, String type) {
        for (JsonNode each : list) {
            if (each.path("type").asText().equals(type)) {
                return each;
            }
        }
        return NODES.missingNode();
    }

    /** The text of a node that must be a string. */
    public static String text(JsonNode node, FieldPath place) {
        if (node.isTextual()) {
            return node.textValue();
        }
        throw DecodeException.expected(place, "a string", describe(node));
    }

    /** The type of this value, in words: {@code a string}, {@code an object}. */
    public static String describe(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT, POJO -> "an object";
            case ARRAY -> "a list";
            case STRING, BINARY -> "a string";
            case BOOLEAN -> "a boolean";
            case NUMBER -> "a number";
            case NULL -> "null";
            case MISSING -> "missing";
        };
    }

    private static final class GoNumbers extends JsonNodeFactory {
        @Serial
        private static final long serialVersionUID = 1;

        @Override
        public NumericNode numberNode(byte v) {
            return LongNode.valueOf(v);
        }

        @Override
        public NumericNode numberNode(short v) {
            return LongNode.valueOf(v);
        }

        @Override
        public NumericNode numberNode(int v) {
            return LongNode.valueOf(v);
        }

        @Override
        public NumericNode numberNode(float v) {
            return numberNode((double) v);
        }

        @Override
        public NumericNode numberNode(double v) {
            if (Double.isNaN(v) || Double.isInfinite(v)) {
                throw new DecodeException(FieldPath.ROOT, "a number beyond the range of a double");
            }
            return DoubleNode.valueOf(v);
        }

        @Override
        public ValueNode numberNode(BigInteger v) {
            return v == null ? nullNode() : numberNode(v.doubleValue());
        }
    }
}
