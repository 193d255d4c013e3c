package io.hookline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Resolves scalars as go-yaml v2 does: to a {@link Boolean}, {@link Long}, {@link Double}, {@link String} or null. */
final class Scalars {

    private static final String CORE = "tag:yaml.org,2002:";

    private static final Set<String> TRUE =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");

    private Scalars() {}

    /** @throws IllegalArgumentException if the text is not a valid value of its tag */
    static @Nullable Object resolve(ScalarNode scalar) {
        String text = scalar.getValue();
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("found invalid Unicode character escape code");
        }
        if (GoComposer.isUnresolved(scalar)) {
            return plain(text);
        }
        String tag = scalar.getTag().getValue();
        return tag.startsWith(CORE) ? tagged(tag.substring(CORE.length()), text) : text;
    }

    private static @Nullable Object plain(String text) {
        if (TRUE.contains(text)) {
            return true;
        }
        if (FALSE.contains(text)) {
            return false;
        }
        return NULL.contains(text) ? null : GoNumbers.parse(text).orElse(text);
    }

    private static @Nullable Object tagged(String type, String text) {
        return switch (type) {
            case "bool", "int", "float", "null" -> converted(type, plain(text), text);
            case "binary" -> binary(text);
            case "timestamp" -> timestamp(text);
            default -> text;
        };
    }

    private static @Nullable Object converted(String expected, @Nullable Object value, String text) {
        if (expected.equals("float") && value instanceof Long whole) {
            return whole.doubleValue();
        }
        String type = switch (value) {
            case null -> "null";
            case Boolean _ -> "bool";
            case Long _ -> "int";
            case Double _ -> "float";
            default -> "str";
        };
        if (!type.equals(expected)) {
            throw new IllegalArgumentException("cannot decode !!" + type + " `" + text + "` as a !!" + expected);
        }
        return value;
    }

    /** A date stays a string. */
    private static String timestamp(String text) {
        if (plain(text) instanceof String date) {
            return date;
        }
        throw new IllegalArgumentException("cannot decode `" + text + "` as a !!timestamp");
    }

    private static String binary(String text) {
        try {
            return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("!!binary value contains invalid base64 data", e);
        }
    }

    /** Converts a resolved value to JSON. A number without a fraction becomes an integer, as in Go's JSON encoder. */
    static JsonNode json(@Nullable Object value) {
        return switch (value) {
            case null -> Json.NODES.nullNode();
            case Boolean truth -> Json.NODES.booleanNode(truth);
            case Long whole -> Json.NODES.numberNode(whole);
            case Double number -> number(number);
            default -> Json.NODES.textNode(value.toString());
        };
    }

    private static JsonNode number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("number has no counterpart in JSON: " + GoNumbers.keyText(value));
        }
        try {
            return Json.NODES.numberNode(new BigDecimal(Double.toString(value)).longValueExact());
        } catch (ArithmeticException _) {
            return Json.NODES.numberNode(value);
        }
    }

    /** @throws IllegalArgumentException for null, which is not a valid key */
    static String key(@Nullable Object value) {
        return switch (value) {
            case null -> throw new IllegalArgumentException("expected a string as key, was null");
            case Double number -> GoNumbers.keyText(number);
            default -> value.toString();
        };
    }
}
