package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times in objects of built-in kinds, as Go reads and writes them: in UTC, with seconds or, in events and leases,
 * with microseconds, which are then required.
 */
public final class GoTimes {

    /** The formats of {@link ValueRules} for a time with seconds, and one with microseconds. */
    static final String SECONDS = "go-time";

    static final String MICROSECONDS = "go-micro-time";

    /** The parts of a time, and their names in Go's layout. */
    private static final List<Map.Entry<Pattern, String>> PARTS = List.of(
            Map.entry(Pattern.compile("\\d{4}"), "2006"),
            Map.entry(Pattern.compile("-"), "-"),
            Map.entry(Pattern.compile("\\d{2}"), "01"),
            Map.entry(Pattern.compile("-"), "-"),
            Map.entry(Pattern.compile("\\d{2}"), "02"),
            Map.entry(Pattern.compile("T"), "T"),
            Map.entry(Pattern.compile("\\d{2}"), "15"),
            Map.entry(Pattern.compile(":"), ":"),
            Map.entry(Pattern.compile("\\d{2}"), "04"),
            Map.entry(Pattern.compile(":"), ":"),
            Map.entry(Pattern.compile("\\d{2}"), "05"));

    /** Times as they are written, but for those of a leap day. */
    private static final Pattern CANONICAL_SECONDS =
            Pattern.compile("\\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)"
                    + "T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ");

    private static final Pattern CANONICAL_MICROSECONDS =
            Pattern.compile(CANONICAL_SECONDS.pattern().replace("Z", "\\.\\d{6}Z"));

    private static final DateTimeFormatter WRITTEN_SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'");
    private static final DateTimeFormatter WRITTEN_MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

    private static final Pattern FRACTION = Pattern.compile("([.,]\\d+)?");
    private static final Pattern MICRO_FRACTION = Pattern.compile("[.,]\\d{6}");
    private static final Pattern ZONE = Pattern.compile("Z|[+-]\\d{2}:\\d{2}");

    private GoTimes() {}

    /**
     * Rewrites all times and quantities in place.
     *
     * @throws IllegalArgumentException with the message of Go, if a text is none
     */
    public static void complete(ObjectNode object, Schema schema) {
        for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
            Schema known = schema.field(field.getKey());
            String format = known.rules().format();
            boolean micro = format.equals(MICROSECONDS);
            if (field.getValue().isTextual() && (micro || format.equals(SECONDS))) {
                String text = field.getValue().textValue();
                object.set(field.getKey(), Json.NODES.textNode(canonical(text, micro)));
            } else if (known.traits().fractions() && field.getValue().isValueNode()) {
                boolean listed = !schema.properties().containsKey(field.getKey()); // by the name of a resource
                if (!field.getValue().isNull()) {
                    JsonNode value = field.getValue();
                    String text = value.isTextual() ? value.textValue() : GoJson.text(value);
                    object.put(field.getKey(), GoQuantities.canonical(text, listed));
                } else if (listed) {
                    object.put(field.getKey(), "0");
                }
            } else {
                value(field.getValue(), known);
            }
        }
    }

    /** Whether a schema is that of a time in a built-in kind. */
    public static boolean isTime(Schema schema) {
        String format = schema.rules().format();
        return format.equals(SECONDS) || format.equals(MICROSECONDS);
    }

    /** A copy in which quantities of the same amount have the same text. */
    public static ObjectNode withEqualQuantities(ObjectNode object, Schema schema) {
        ObjectNode copy = object.deepCopy();
        equalize(copy, schema);
        return copy;
    }

    private static void equalize(JsonNode value, Schema schema) {
        if (value instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
                Schema known = schema.field(field.getKey());
                if (known.traits().fractions() && field.getValue().isTextual()) {
                    object.put(
                            field.getKey(),
                            GoQuantities.value(field.getValue().textValue())
                                    .stripTrailingZeros()
                                    .toString());
                } else {
                    equalize(field.getValue(), known);
                }
            }
        } else if (value.isArray()) {
            value.forEach(element -> equalize(element, schema.element()));
        }
    }

    private static void value(JsonNode value, Schema schema) {
        if (value instanceof ObjectNode object) {
            complete(object, schema);
        } else if (value instanceof ArrayNode list) {
            boolean texts = "string".equals(schema.element().type());
            for (int i = 0; i < list.size(); i++) {
                if (texts && list.get(i).isNull()) {
                    list.set(i, Json.NODES.textNode("")); // the zero value of a text
                } else {
                    value(list.get(i), schema.element());
                }
            }
        }
    }

    private static String canonical(String text, boolean micro) {
        if ((micro ? CANONICAL_MICROSECONDS : CANONICAL_SECONDS).matcher(text).matches()) {
            return text; // most were written by the server itself
        }
        requireLayout(text, micro);
        try {
            return (micro ? WRITTEN_MICROSECONDS : WRITTEN_SECONDS)
                    .format(OffsetDateTime.parse(text.replace(',', '.')).withOffsetSameInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("parsing time " + FieldError.quote(text) + ": out of range", e);
        }
    }

    private static void requireLayout(String text, boolean micro) {
        String layout = "2006-01-02T15:04:05" + (micro ? ".000000" : "") + "Z07:00";
        int at = 0;
        for (Map.Entry<Pattern, String> part : PARTS) {
            at = end(text, at, part.getKey(), part.getValue(), layout);
        }
        at = end(text, at, micro ? MICRO_FRACTION : FRACTION, ".000000", layout);
        at = end(text, at, ZONE, "Z07:00", layout);
        if (at < text.length()) {
            throw new IllegalArgumentException(
                    "parsing time " + FieldError.quote(text) + ": extra text: " + FieldError.quote(text.substring(at)));
        }
    }

    private static int end(String text, int start, Pattern part, String name, String layout) {
        Matcher matcher = part.matcher(text).region(start, text.length());
        if (!matcher.lookingAt()) {
            throw new IllegalArgumentException("parsing time " + FieldError.quote(text) + " as "
                    + FieldError.quote(layout) + ": cannot parse " + FieldError.quote(text.substring(start)) + " as "
                    + FieldError.quote(name));
        }
        return matcher.end();
    }
}
