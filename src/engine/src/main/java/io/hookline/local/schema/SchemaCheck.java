package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

    /** How many checks a value went through: of alternatives that all fail, the errors of that with the most are shown. */
    private int matches;

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
    public static List<FieldError> check(JsonNode value, Schema schema, FieldPath origin) {
        return recheck(value, Json.NODES.missingNode(), schema, origin);
    }

    /** Returns the errors of the parts of a value that differ from {@code before}. */
    static List<FieldError> recheck(JsonNode value, JsonNode before, Schema schema, FieldPath origin) {
        SchemaCheck check = new SchemaCheck(origin, false);
        check.value(value, before, schema, FieldPath.ROOT);
        return check.errors;
    }

    private void value(JsonNode value, JsonNode before, Schema schema, FieldPath place) {
        boolean unchanged = !before.isMissingNode() && SchemaRules.ListUniqueness.same(value, before, schema);
        if (unchanged || (nullIsAbsent && value.isNull())) {
            return;
        }
        boolean fits = type(value, schema, place);
        matches += checks(value, schema, fits);
        if (!value.isNull()) {
            logic(value, schema, place);
            content(value, before, schema, place);
        }
        allowed(value, schema, place);
    }

    /** The validators of the real server that apply to a value, those of its fields and elements not counted. */
    private static int checks(JsonNode value, Schema schema, boolean fits) {
        if (value.isNull()) {
            return fits ? 1 : 0;
        }
        boolean formatted = !schema.rules().format().isEmpty();
        boolean typed =
                formatted || schema.traits().intOrString() || !schema.type().isEmpty();
        int ofKind = value.isBoolean() ? 0 : value.isNumber() || value.isArray() ? 2 : 1;
        return 4 + ofKind + (formatted && value.isTextual() ? 1 : 0) + (typed ? 1 : 0) + (typed && fits ? 1 : 0);
    }

    private void content(JsonNode value, JsonNode before, Schema schema, FieldPath place) {
        if (value.isTextual()) {
            text(value, schema.rules(), place);
        } else if (value.isNumber()) {
            number(value, schema, place);
        } else if (value.isArray()) {
            list(value, before, schema, place);
        } else if (value instanceof ObjectNode object) {
            fields(object, before, schema, place);
        }
    }

    private boolean type(JsonNode value, Schema schema, FieldPath place) {
        String expected = schema.traits().intOrString() ? textOrNumber(schema) : schema.type();
        String actual = typeOf(value);
        boolean fits = expected.isEmpty()
                || expected.equals(actual)
                || (value.isNull() && schema.traits().nullable())
                || isUnchecked(value, expected, schema)
                || List.of(expected.split(",", -1)).contains(actual)
                || (expected.startsWith("number") && actual.equals("integer"))
                || (expected.contains("integer")
                        && actual.equals("number")
                        && NumberCheck.isWhole(value.doubleValue()));
        if (!fits) {
            typeError(place, expected, actual);
        } else if (nullIsAbsent && !fitsField(value, schema)) {
            typeError(place, "int", actual);
        }
        return fits;
    }

    /** The real server leaves the type of such values to the check of the format, which looks only at texts. */
    private boolean isUnchecked(JsonNode value, String expected, Schema schema) {
        return !nullIsAbsent
                && (value.isTextual() || value.isArray())
                && !schema.rules().format().isEmpty()
                && !expected.contains("number")
                && !expected.contains("integer");
    }

    /** Whether a whole number is not too large for the field of Go that it is read into. */
    private static boolean fitsField(JsonNode value, Schema schema) {
        if (!value.isIntegralNumber()) {
            return true;
        }
        return schema.traits().intOrString()
                ? schema.traits().fractions() || value.canConvertToInt()
                : NumberCheck.fitsFormat(value, schema);
    }

    private static String textOrNumber(Schema schema) {
        return schema.traits().fractions() ? "number,string" : "integer,string";
    }

    private void typeError(FieldPath place, String expected, String actual) {
        JsonNode shown = Json.NODES.textNode(actual);
        invalid(place, shown, sentence(place) + "must be of type " + expected + ": " + FieldError.quote(actual));
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
        } else if (length < rules.length().least()) {
            invalid(
                    place,
                    value,
                    sentence(place) + "should be at least " + rules.length().least() + " chars long");
        } else if (rules.pattern() != null && !rules.pattern().matcher(text).find()) {
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
            composite("Checked value must be of type " + schema.type() + " "
                    + (format.isEmpty() ? "(default format)" : "with format " + format) + " in " + place.path());
        }
        NumberCheck.check(value, schema).forEach(problem -> invalid(place, value, sentence(place) + problem));
    }

    private void list(JsonNode list, JsonNode before, Schema schema, FieldPath place) {
        Map<String, JsonNode> old = SchemaRules.ListUniqueness.byKeys(before, schema);
        for (int i = 0; i < list.size() && schema.items() != null; i++) {
            String keys = old.isEmpty() ? "" : SchemaRules.ListUniqueness.keys(list.get(i), schema);
            value(list.get(i), old.getOrDefault(keys, Json.NODES.missingNode()), schema.items(), place.index(i));
        }
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
    }

    private void fields(ObjectNode object, JsonNode before, Schema schema, FieldPath place) {
        fieldCount(object, schema.rules(), place);
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            Schema known = schema.properties().get(field.getKey());
            Schema expected = known != null ? known : schema.additional();
            if (expected != null) {
                value(field.getValue(), before.path(field.getKey()), expected, child(place, field.getKey()));
            }
        }
        for (String required : schema.rules().required()) {
            if (!object.has(required)) {
                errors.add(FieldError.required(full(place.field(required)).path(), ""));
            }
        }
    }

    /** Each key follows a dot, also an empty one and one with a bracket. */
    private static FieldPath child(FieldPath place, String key) {
        boolean odd = !place.path().isEmpty() && (key.isEmpty() || key.startsWith("["));
        return odd ? new FieldPath(place.path() + "." + key) : place.field(key);
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
                || (!value.isNull() && allowed.stream().anyMatch(one -> JsonEquality.strict(one, value)))) {
            return;
        }
        List<String> shown = allowed.stream()
                .map(one -> one.isTextual() ? one.textValue() : FieldError.show(one))
                .toList();
        errors.add(FieldError.unsupported(full(place), value, shown));
    }

    private void logic(JsonNode value, Schema schema, FieldPath place) {
        ValueRules.Logic logic = schema.rules().logic();
        if (!logic.any().isEmpty() && alternatives(value, logic.any(), place) == 0) {
            composite(quoted(place) + " must validate at least one schema (anyOf)");
        }
        if (!logic.one().isEmpty()) {
            long valid = alternatives(value, logic.one(), place);
            if (valid != 1) {
                String found = valid == 0 ? "Found none valid" : "Found " + valid + " valid alternatives";
                composite(quoted(place) + " must validate one and only one schema (oneOf). " + found);
            }
        }
        allOf(value, logic.all(), place);
        if (logic.not() != null && alternative(value, logic.not(), place).errors.isEmpty()) {
            composite(quoted(place) + " must not validate the schema (not)");
        }
    }

    /** Counts the valid ones; if there is none, adds the errors of that which comes closest. */
    private long alternatives(JsonNode value, List<Schema> schemas, FieldPath place) {
        List<SchemaCheck> checks =
                schemas.stream().map(one -> alternative(value, one, place)).toList();
        List<SchemaCheck> valid =
                checks.stream().filter(one -> one.errors.isEmpty()).toList();
        SchemaCheck kept = valid.isEmpty() ? checks.getFirst() : valid.getFirst();
        for (SchemaCheck check : checks) {
            kept = valid.isEmpty() && check.matches > kept.matches ? check : kept;
        }
        errors.addAll(kept.errors);
        matches += kept.matches;
        return valid.size();
    }

    private static String quoted(FieldPath place) {
        return FieldError.quote(place.path());
    }

    private void allOf(JsonNode value, List<Schema> all, FieldPath place) {
        int valid = 0;
        for (Schema one : all) {
            SchemaCheck check = alternative(value, one, place);
            valid += check.errors.isEmpty() ? 1 : 0;
            errors.addAll(check.errors);
            matches += check.matches;
        }
        if (valid < all.size()) {
            composite(
                    quoted(place) + " must validate all the schemas (allOf)" + (valid == 0 ? ". None validated" : ""));
        }
    }

    private SchemaCheck alternative(JsonNode value, Schema schema, FieldPath place) {
        SchemaCheck check = new SchemaCheck(origin, false);
        check.value(value, Json.NODES.missingNode(), schema, place);
        return check;
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
        return new FieldPath(origin.path() + "." + place.path());
    }

    /** Checks the bounds and formats of numbers, with the arithmetic of the real server. */
    private static final class NumberCheck {

        private static final double MAX_SAFE = (1L << 53) - 1;
        private static final BigDecimal LONG_LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
        private static final BigDecimal LONG_MOST = BigDecimal.valueOf(Long.MAX_VALUE);
        private static final double EPSILON = 1e-9;

        private NumberCheck() {}

        /** Returns what is wrong with a number, each as the second half of a sentence. */
        static List<String> check(JsonNode value, Schema schema) {
            ValueRules.NumberBounds bounds = schema.rules().number();
            List<String> problems = new ArrayList<>();
            if (bounds.multipleOf() != null && !isMultiple(value, bounds.multipleOf(), schema)) {
                problems.add("should be a multiple of " + GoJson.text(bounds.multipleOf()));
            }
            if (bounds.most() != null) {
                int compared = compare(value, bounds.most(), schema);
                if (compared > 0 || (compared == 0 && bounds.belowMost())) {
                    problems.add((bounds.belowMost() ? "should be less than " : "should be less than or equal to ")
                            + GoJson.text(bounds.most()));
                }
            }
            if (bounds.least() != null) {
                int compared = compare(value, bounds.least(), schema);
                if (compared < 0 || (compared == 0 && bounds.aboveLeast())) {
                    problems.add(
                            (bounds.aboveLeast() ? "should be greater than " : "should be greater than or equal to ")
                                    + GoJson.text(bounds.least()));
                }
            }
            return problems;
        }

        /** Bounds have the precision of a floating-point number; those of whole numbers lose their fraction. */
        private static int compare(JsonNode value, JsonNode bound, Schema schema) {
            return value.isIntegralNumber() && fitsFormat(bound, schema)
                    ? Long.compare(value.longValue(), (long) bound.doubleValue())
                    : Double.compare(value.doubleValue(), bound.doubleValue());
        }

        private static boolean isMultiple(JsonNode value, JsonNode factor, Schema schema) {
            if (value.isIntegralNumber() && fitsFormat(factor, schema)) {
                long whole = (long) factor.doubleValue();
                return whole > 0 && value.longValue() % whole == 0;
            }
            double by = factor.doubleValue();
            return by > 0 && isWhole(by < 1 ? 1 / by * value.doubleValue() : value.doubleValue() / by);
        }

        /** Whether a floating-point number counts as an integer. */
        static boolean isWhole(double number) {
            if (Double.isNaN(number) || Math.abs(number) > MAX_SAFE) {
                return false;
            }
            double whole = Math.abs((double) (long) number);
            double difference = Math.abs(Math.abs(number) - whole);
            return difference == 0 || (whole != 0 && difference / (Math.abs(number) + whole) < EPSILON);
        }

        /** Whether a number is in the range of its type and format. */
        static boolean fitsFormat(JsonNode value, Schema schema) {
            String format = schema.rules().format();
            if (schema.type().equals("number")) {
                return !format.equals("float") || !Float.isInfinite((float) value.doubleValue());
            }
            if (!schema.type().equals("integer")) {
                return true;
            }
            BigDecimal number = value.decimalValue();
            boolean small = format.equals("int32");
            BigDecimal least = small ? BigDecimal.valueOf(Integer.MIN_VALUE) : LONG_LEAST;
            BigDecimal most = small ? BigDecimal.valueOf(Integer.MAX_VALUE) : LONG_MOST;
            return number.stripTrailingZeros().scale() <= 0
                    && number.compareTo(least) >= 0
                    && number.compareTo(most) <= 0;
        }
    }
}
