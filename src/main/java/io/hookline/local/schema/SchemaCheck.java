package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Walks over a value and its schema and collects all errors, with the texts of the API server.
 *
 * <p>Messages contain the field twice: as a path from the root of the object, and in the sentence as a path from the
 * start of the walk.
 */
public final class SchemaCheck {

    private final FieldPath origin;
    private final boolean nullIsAbsent;
    private final List<FieldError> errors = new ArrayList<>();

    private SchemaCheck(FieldPath origin, boolean nullIsAbsent) {
        this.origin = origin;
        this.nullIsAbsent = nullIsAbsent;
    }

    /** Checks only types; a null counts as an absent value. */
    public static List<FieldError> types(JsonNode value, Schema schema, FieldPath origin) {
        SchemaCheck check = new SchemaCheck(origin, true);
        check.value(value, Json.NODES.missingNode(), schema, FieldPath.ROOT);
        return check.errors;
    }

    /** Returns all errors of a value. */
    static List<FieldError> check(JsonNode value, Schema schema, FieldPath origin) {
        return recheck(value, Json.NODES.missingNode(), schema, origin);
    }

    /** Returns the errors of the parts of a value that differ from {@code before}. */
    static List<FieldError> recheck(JsonNode value, JsonNode before, Schema schema, FieldPath origin) {
        SchemaCheck check = new SchemaCheck(origin, false);
        check.value(value, before, schema, FieldPath.ROOT);
        return check.errors;
    }

    private void value(JsonNode value, JsonNode before, Schema schema, FieldPath place) {
        boolean unchanged = !before.isMissingNode() && JsonEquality.strict(value, before);
        if (unchanged || (nullIsAbsent && value.isNull())) {
            return;
        }
        type(value, schema, place);
        if (!value.isNull()) {
            logic(value, schema, place);
            content(value, before, schema, place);
        }
        allowed(value, schema, place);
    }

    private void content(JsonNode value, JsonNode before, Schema schema, FieldPath place) {
        if (value.isTextual()) {
            text(value, schema.rules(), place);
        } else if (value.isNumber()) {
            number(value, schema, place);
        } else if (value.isArray()) {
            list(value, schema, place);
        } else if (value instanceof ObjectNode object) {
            fields(object, before, schema, place);
        }
    }

    private void type(JsonNode value, Schema schema, FieldPath place) {
        String expected = schema.traits().intOrString() ? textOrNumber(schema) : schema.type();
        String actual = typeOf(value);
        boolean fits = expected.isEmpty()
                || (value.isNull() && schema.traits().nullable())
                || List.of(expected.split(",", -1)).contains(actual)
                || (expected.startsWith("number") && actual.equals("integer"))
                || (expected.contains("integer") && actual.equals("number") && isWhole(value));
        if (!fits) {
            typeError(place, expected, actual);
        }
    }

    private static String textOrNumber(Schema schema) {
        return schema.traits().fractions() ? "number,string" : "integer,string";
    }

    private void typeError(FieldPath place, String expected, String actual) {
        JsonNode shown = Json.NODES.textNode(actual);
        invalid(place, shown, sentence(place) + "must be of type " + expected + ": " + FieldError.quote(actual));
    }

    private static boolean isWhole(JsonNode number) {
        return number.doubleValue() == Math.rint(number.doubleValue());
    }

    public static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT, POJO -> "object";
            case ARRAY -> "array";
            case STRING, BINARY -> "string";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case NULL, MISSING -> "null";
        };
    }

    private void text(JsonNode value, ValueRules rules, FieldPath place) {
        String text = value.textValue();
        long length = text.codePointCount(0, text.length());
        if (length > rules.length().most()) {
            errors.add(FieldError.tooLong(full(place), rules.length().most()));
        }
        if (length < rules.length().least()) {
            invalid(
                    place,
                    value,
                    sentence(place) + "should be at least " + rules.length().least() + " chars long");
        }
        if (rules.pattern() != null && !rules.pattern().matcher(text).find()) {
            invalid(place, value, sentence(place) + "should match '" + rules.pattern() + "'");
        }
        if (!ValueFormats.fits(rules.format(), text)) {
            invalid(
                    place,
                    value,
                    sentence(place) + "must be of type " + rules.format() + ": " + FieldError.quote(text));
        }
    }

    private void number(JsonNode value, Schema schema, FieldPath place) {
        if (!NumberCheck.fitsFormat(value, schema)) {
            String format = schema.rules().format();
            composite("Checked value must be of type integer "
                    + (format.isEmpty() ? "(default format)" : "with format " + format) + " in " + place.path());
        }
        NumberCheck.check(value, schema).forEach(problem -> invalid(place, value, sentence(place) + problem));
    }

    private void list(JsonNode list, Schema schema, FieldPath place) {
        ValueRules rules = schema.rules();
        long size = list.size();
        if (size < rules.count().least()) {
            invalid(
                    place,
                    Json.NODES.numberNode(size),
                    sentence(place) + "should have at least " + rules.count().least() + " items");
        }
        if (size > rules.count().most()) {
            errors.add(FieldError.tooMany(full(place), size, rules.count().most()));
        }
        if (rules.uniqueItems() && SchemaRules.ListUniqueness.repeats(list)) {
            invalid(place, Json.NODES.textNode(""), sentence(place) + "shouldn't contain duplicates");
        }
        for (int i = 0; i < list.size(); i++) {
            if (schema.items() != null) {
                value(list.get(i), Json.NODES.missingNode(), schema.items(), place.index(i));
            }
        }
    }

    private void fields(ObjectNode object, JsonNode before, Schema schema, FieldPath place) {
        fieldCount(object, schema.rules(), place);
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            Schema known = schema.properties().get(field.getKey());
            Schema expected = known != null ? known : schema.additional();
            if (expected != null) {
                value(field.getValue(), before.path(field.getKey()), expected, place.field(field.getKey()));
            }
        }
        for (String required : schema.rules().required()) {
            if (!object.has(required)) {
                errors.add(FieldError.required(full(place.field(required)).path(), ""));
            }
        }
    }

    private void fieldCount(ObjectNode object, ValueRules rules, FieldPath place) {
        long size = object.size();
        if (size < rules.fields().least()) {
            invalid(
                    place,
                    Json.NODES.numberNode(size),
                    sentence(place) + "should have at least " + rules.fields().least() + " properties");
        }
        if (size > rules.fields().most()) {
            errors.add(FieldError.tooMany(full(place), size, rules.fields().most()));
        }
    }

    private void allowed(JsonNode value, Schema schema, FieldPath place) {
        List<JsonNode> allowed = schema.rules().allowed();
        if (allowed.isEmpty()
                || (value.isNull() && schema.traits().nullable())
                || allowed.stream().anyMatch(one -> JsonEquality.strict(one, value))) {
            return;
        }
        List<String> shown = allowed.stream()
                .map(one -> one.isTextual() ? one.textValue() : FieldError.show(one))
                .toList();
        errors.add(FieldError.unsupported(full(place), value, shown));
    }

    private void logic(JsonNode value, Schema schema, FieldPath place) {
        ValueRules.Logic logic = schema.rules().logic();
        String quoted = FieldError.quote(place.path());
        if (!logic.any().isEmpty()
                && logic.any().stream()
                        .noneMatch(one -> failures(value, one, place).isEmpty())) {
            composite(quoted + " must validate at least one schema (anyOf)");
            errors.addAll(failures(value, logic.any().getFirst(), place));
        }
        if (!logic.one().isEmpty()) {
            long valid = logic.one().stream()
                    .filter(one -> failures(value, one, place).isEmpty())
                    .count();
            if (valid != 1) {
                String found = valid == 0 ? "Found none valid" : "Found " + valid + " valid alternatives";
                composite(quoted + " must validate one and only one schema (oneOf). " + found);
            }
            if (valid == 0) {
                errors.addAll(failures(value, logic.one().getFirst(), place));
            }
        }
        allOf(value, logic.all(), place);
        if (logic.not() != null && failures(value, logic.not(), place).isEmpty()) {
            composite(quoted + " must not validate the schema (not)");
        }
    }

    private void allOf(JsonNode value, List<Schema> all, FieldPath place) {
        int valid = 0;
        for (Schema one : all) {
            List<FieldError> failures = failures(value, one, place);
            valid += failures.isEmpty() ? 1 : 0;
            errors.addAll(failures);
        }
        if (valid < all.size()) {
            composite(FieldError.quote(place.path()) + " must validate all the schemas (allOf)"
                    + (valid == 0 ? ". None validated" : ""));
        }
    }

    private List<FieldError> failures(JsonNode value, Schema schema, FieldPath place) {
        SchemaCheck check = new SchemaCheck(origin, false);
        check.value(value, Json.NODES.missingNode(), schema, place);
        return check.errors;
    }

    private void composite(String problem) {
        errors.add(FieldError.invalid(origin.path(), "", problem));
    }

    private void invalid(FieldPath place, JsonNode value, String detail) {
        errors.add(FieldError.invalid(full(place), value, detail));
    }

    private static String sentence(FieldPath place) {
        return place.path() + " in body ";
    }

    private FieldPath full(FieldPath place) {
        if (origin.path().isEmpty() || place.path().isEmpty()) {
            return place.path().isEmpty() ? origin : place;
        }
        return new FieldPath(origin.path() + (place.path().startsWith("[") ? "" : ".") + place.path());
    }

    /** Checks the bounds and formats of numbers. */
    private static final class NumberCheck {
        private NumberCheck() {}

        /** Returns what is wrong with a number, each as the second half of a sentence. */
        static List<String> check(JsonNode value, Schema schema) {
            ValueRules.NumberBounds bounds = schema.rules().number();
            List<String> problems = new ArrayList<>();
            BigDecimal number = value.decimalValue();
            if (bounds.multipleOf() != null
                    && bounds.multipleOf().decimalValue().signum() > 0
                    && number.remainder(bounds.multipleOf().decimalValue()).signum() != 0) {
                problems.add("should be a multiple of " + GoJson.text(bounds.multipleOf()));
            }
            if (bounds.most() != null) {
                int compared = number.compareTo(bounds.most().decimalValue());
                if (compared > 0 || (compared == 0 && bounds.belowMost())) {
                    problems.add((bounds.belowMost() ? "should be less than " : "should be less than or equal to ")
                            + GoJson.text(bounds.most()));
                }
            }
            if (bounds.least() != null) {
                int compared = number.compareTo(bounds.least().decimalValue());
                if (compared < 0 || (compared == 0 && bounds.aboveLeast())) {
                    problems.add(
                            (bounds.aboveLeast() ? "should be greater than " : "should be greater than or equal to ")
                                    + GoJson.text(bounds.least()));
                }
            }
            return problems;
        }

        /** Whether a value of type integer is a whole number and fits its format. */
        static boolean fitsFormat(JsonNode value, Schema schema) {
            if (!schema.type().equals("integer")) {
                return true;
            }
            BigDecimal number = value.decimalValue();
            boolean whole = number.stripTrailingZeros().scale() <= 0;
            return whole && (!schema.rules().format().equals("int32") || fitsInt(number));
        }

        private static boolean fitsInt(BigDecimal number) {
            return number.compareTo(BigDecimal.valueOf(Integer.MIN_VALUE)) >= 0
                    && number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
        }
    }

    /** Checks the formats of texts. Unknown formats allow every text, as in the API server. */
    private static final class ValueFormats {

        private static final Pattern UUID = Pattern.compile("(?i)[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}");
        private static final Pattern TIME =
                Pattern.compile("([0-9]{2}):([0-9]{2}):([0-9]{2})(\\.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))");
        private static final Pattern DURATION =
                Pattern.compile("[-+]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|\u00b5s|ms|s|m|h))+)"
                        + "|(?i)(\\s*\\d+\\s*(ns|nano\\S*|us|micro\\S*|ms|milli\\S*|s|sec\\S*|m|min\\S*|h|hr|hour\\S*"
                        + "|d|day\\S*|w|week\\S*))+");
        private static final Pattern EMAIL = Pattern.compile("[^@\\s<>]+@[^@\\s<>]+");
        private static final Pattern IPV4 = Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}");
        private static final Pattern IPV6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:.]{2,45}");
        private static final Pattern HOSTNAME = Pattern.compile(
                "[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*");
        private static final Pattern MAC = Pattern.compile("([0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}");

        private ValueFormats() {}

        static boolean fits(String format, String text) {
            return switch (format) {
                case "date-time", "datetime" -> isDateTime(text);
                case "date" -> isDate(text);
                case "duration" -> DURATION.matcher(text).matches();
                case "uuid", "uuid3", "uuid4", "uuid5" -> UUID.matcher(text).matches();
                case "email" -> EMAIL.matcher(text).matches();
                case "hostname" ->
                    text.length() <= 255 && HOSTNAME.matcher(text).matches();
                case "ipv4" -> IPV4.matcher(text).matches();
                case "ipv6" -> IPV6.matcher(text).matches();
                case "mac" -> MAC.matcher(text).matches();
                case "uri" -> isUri(text);
                case "byte" -> isBase64(text);
                default -> true;
            };
        }

        private static boolean isDateTime(String text) {
            String[] parts = text.toLowerCase(java.util.Locale.ROOT).split("t", 2);
            if (parts.length < 2 || !isDate(parts[0])) {
                return false;
            }
            var time = TIME.matcher(parts[1]);
            return time.matches()
                    && Integer.parseInt(time.group(1)) < 24
                    && Integer.parseInt(time.group(2)) < 60
                    && Integer.parseInt(time.group(3)) < 60;
        }

        private static boolean isDate(String text) {
            try {
                LocalDate.parse(text);
                return true;
            } catch (DateTimeException e) {
                return false;
            }
        }

        private static boolean isUri(String text) {
            try {
                URI uri = new URI(text);
                return uri.isAbsolute() || text.startsWith("/");
            } catch (URISyntaxException e) {
                return false;
            }
        }

        private static boolean isBase64(String text) {
            try {
                Base64.getDecoder().decode(text);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }
}
