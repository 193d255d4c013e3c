package io.hookline.testing.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Tests of a value, all of which must pass. Immutable.
 *
 * @param tests at least one
 */
public record ValueMatcher(List<Test> tests) {

    private static final String TESTS =
            "equals, matches, contains, atLeast, atMost, length, absent, present, sameAs, otherThan";

    public ValueMatcher {
        tests = List.copyOf(tests);
    }

    /** One test of a value. An absent value is a missing node. */
    public sealed interface Test {

        /** The same JSON value. Numbers compare by value, and a null field equals an absent one. */
        record Same(JsonNode value) implements Test {}

        /** A string, number or boolean whose text contains a match of the pattern. */
        record Matches(Pattern pattern) implements Test {}

        /** A number of at least this value. */
        record AtLeast(double bound) implements Test {}

        /** A number of at most this value. */
        record AtMost(double bound) implements Test {}

        /**
         * A string with this substring, a list with this element or these elements, or an object with at least these
         * fields.
         */
        record Contains(JsonNode part) implements Test {}

        /** A list, object or string of this size. */
        record Length(long size) implements Test {}

        /** An absent or null value; if {@code absent} is false, any other value. */
        record Absent(boolean absent) implements Test {}

        /** The value that an earlier step remembered under this name; if {@code same} is false, any other value. */
        record Remembered(String name, boolean same) implements Test {}
    }

    /** Matches exactly this value. */
    public static ValueMatcher of(JsonNode value) {
        return new ValueMatcher(List.of(new Test.Same(value)));
    }

    /**
     * Reads an expected value: a plain value, or a mapping of tests such as {@code {atLeast: 2, atMost: 4}}.
     *
     * @throws ScenarioException with the place of the first error
     */
    public static ValueMatcher read(LocatedYaml.Document document, JsonNode node, FieldPath place) {
        if (node.isNull()) {
            throw document.problem(place, "expected a value, was null; write {absent: true}");
        }
        if (!node.isObject()) {
            return of(node);
        }
        List<Test> tests = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            Argument argument = new Argument(document, entry.getValue(), place.field(entry.getKey()));
            tests.add(test(entry.getKey(), argument));
        }
        if (tests.isEmpty()) {
            throw document.problem(place, "expected one of " + TESTS + "; an empty object is {equals: {}}");
        }
        return new ValueMatcher(tests);
    }

    /** Reads the expected message of a rejection, a substring or tests; empty if the field is absent. */
    public static Optional<ValueMatcher> refusal(MappingReader fields) {
        if (!fields.has("refused")) {
            return Optional.empty();
        }
        JsonNode node = fields.need("refused");
        return Optional.of(
                node.isTextual()
                        ? new ValueMatcher(List.of(new Test.Contains(node)))
                        : read(fields.document(), node, fields.place("refused")));
    }

    /** Reads an expected number: the exact one under the given name, or {@code atLeast} and {@code atMost}. */
    public static ValueMatcher bounds(MappingReader fields, String exactly) {
        if (fields.has(exactly)) {
            return of(Json.NODES.numberNode(fields.number(exactly)));
        }
        List<Test> tests = new ArrayList<>();
        if (fields.has("atLeast")) {
            tests.add(new Test.AtLeast(fields.number("atLeast")));
        }
        if (fields.has("atMost")) {
            tests.add(new Test.AtMost(fields.number("atMost")));
        }
        if (tests.isEmpty()) {
            throw fields.problem(exactly, "is missing; or set atLeast, atMost");
        }
        return new ValueMatcher(tests);
    }

    private static Test test(String name, Argument argument) {
        return switch (name) {
            case "equals" -> new Test.Same(argument.value());
            case "matches" -> new Test.Matches(argument.pattern());
            case "contains" -> new Test.Contains(argument.value());
            case "atLeast" -> new Test.AtLeast(argument.number());
            case "atMost" -> new Test.AtMost(argument.number());
            case "length" -> new Test.Length(Math.round(argument.number()));
            case "absent" -> new Test.Absent(argument.flag());
            case "present" -> new Test.Absent(!argument.flag());
            case "sameAs" -> new Test.Remembered(argument.text(), true);
            case "otherThan" -> new Test.Remembered(argument.text(), false);
            default ->
                throw argument.problem(
                        "unknown test; tests are " + TESTS + "; to compare with an object write {equals: {...}}");
        };
    }

    /** The argument of a test, and its place in the file. */
    private record Argument(LocatedYaml.Document document, JsonNode value, FieldPath place) {

        Pattern pattern() {
            try {
                return Pattern.compile(text());
            } catch (PatternSyntaxException e) {
                throw problem("not a regular expression: " + e.getDescription());
            }
        }

        String text() {
            if (!value.isTextual()) {
                throw problem("expected a string, was " + Json.describe(value));
            }
            return value.textValue();
        }

        double number() {
            if (!value.isNumber()) {
                throw problem("expected a number, was " + Json.describe(value));
            }
            return value.doubleValue();
        }

        boolean flag() {
            if (!value.isBoolean()) {
                throw problem("expected true or false, was " + Json.describe(value));
            }
            return value.booleanValue();
        }

        ScenarioException problem(String text) {
            return document.problem(place, text);
        }
    }

    /** Whether the value passes all tests. */
    public boolean accepts(JsonNode value, Map<String, JsonNode> remembered) {
        return tests.stream().allMatch(test -> accepts(test, value, remembered));
    }

    /** Whether only an absent value passes. */
    public boolean expectsAbsence() {
        return tests.stream().anyMatch(test -> test instanceof Test.Absent(boolean absent) && absent);
    }

    private static boolean accepts(Test test, JsonNode value, Map<String, JsonNode> remembered) {
        return switch (test) {
            case Test.Same(JsonNode wanted) -> JsonEquality.semantic(wanted, value);
            case Test.Matches(Pattern pattern) ->
                value.isValueNode() && pattern.matcher(value.asText()).find();
            case Test.AtLeast(double bound) -> value.isNumber() && value.doubleValue() >= bound;
            case Test.AtMost(double bound) -> value.isNumber() && value.doubleValue() <= bound;
            case Test.Contains(JsonNode part) -> contains(value, part);
            case Test.Length(long size) ->
                size == (value.isTextual() ? value.textValue().length() : value.size());
            case Test.Absent(boolean absent) -> absent == Json.isAbsent(value);
            case Test.Remembered(String name, boolean same) ->
                same == JsonEquality.semantic(remembered.getOrDefault(name, Json.NODES.missingNode()), value);
        };
    }

    private static boolean contains(JsonNode value, JsonNode part) {
        if (value.isObject() && part.isObject()) {
            return part.properties().stream().allMatch(f -> contains(value.path(f.getKey()), f.getValue()));
        }
        if (value.isArray() && part.isArray()) {
            return stream(part).allMatch(wanted -> contains(value, wanted));
        }
        if (value.isArray()) {
            return stream(value).anyMatch(element -> contains(element, part));
        }
        if (value.isTextual() && part.isTextual()) {
            return value.textValue().contains(part.textValue());
        }
        return JsonEquality.semantic(value, part);
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** Describes the tests for messages: {@code = "Hello"}, {@code at least 2 and at most 4}. */
    @Override
    public String toString() {
        return tests.stream().map(ValueMatcher::describe).collect(Collectors.joining(" and "));
    }

    private static String describe(Test test) {
        return switch (test) {
            case Test.Same(JsonNode value) -> "= " + show(value);
            case Test.Matches(Pattern pattern) -> "matching /" + pattern + "/";
            case Test.AtLeast(double bound) -> "at least " + show(Json.NODES.numberNode(bound));
            case Test.AtMost(double bound) -> "at most " + show(Json.NODES.numberNode(bound));
            case Test.Contains(JsonNode part) -> "containing " + show(part);
            case Test.Length(long size) -> "of length " + size;
            case Test.Absent(boolean absent) -> absent ? "absent" : "present";
            case Test.Remembered(String name, boolean same) -> (same ? "the same as " : "other than ") + name;
        };
    }

    /** Formats a value for messages: JSON, shortened if it is long. */
    public static String show(JsonNode value) {
        if (value.isMissingNode()) {
            return "nothing";
        }
        String text = GoJson.text(value);
        return text.length() <= 300 ? text : text.substring(0, 300) + "...";
    }
}
