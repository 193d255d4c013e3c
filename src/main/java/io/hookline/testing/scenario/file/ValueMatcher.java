package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What a value must be: all tests together. Immutable.
 *
 * @param tests at least one
 */
record StepMatch(List<Test> tests) {

    StepMatch {
        tests = List.copyOf(tests);
    }

    /** One test of a value; an absent value comes as a missing node. */
    sealed interface Test {

        /** The same JSON value; numbers by value, a null field like an absent one. */
        record Same(JsonNode value) implements Test {}

        /** Text, or the text form of a number or boolean, in which the pattern is found. */
        record Matches(Pattern pattern) implements Test {}

        /** A number that is not smaller. */
        record AtLeast(double bound) implements Test {}

        /** A number that is not larger. */
        record AtMost(double bound) implements Test {}

        /** A text with this piece, a list with this element (or each of these), an object with at least these fields. */
        record Contains(JsonNode part) implements Test {}

        /** A list, object or text of this size. */
        record Length(long size) implements Test {}

        /** Nothing there, or null; or, turned round, something. */
        record Absent(boolean absent) implements Test {}

        /** What a step before has remembered under this name; or, turned round, something else. */
        record Remembered(String name, boolean same) implements Test {}
    }

    /** Exactly this value. */
    static StepMatch of(JsonNode value) {
        return new StepMatch(List.of(new Test.Same(value)));
    }

    /** Whether a value passes all tests. */
    boolean accepts(JsonNode value, Map<String, JsonNode> remembered) {
        return tests.stream().allMatch(test -> accepts(test, value, remembered));
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
            case Test.Absent(boolean absent) -> absent == (value.isMissingNode() || value.isNull());
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

    /** For messages: {@code = "Hello"}, {@code at least 2 and at most 4}. */
    @Override
    public String toString() {
        return tests.stream().map(StepMatch::describe).collect(Collectors.joining(" and "));
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

    /** A value for people: JSON, cut when it is long. */
    static String show(JsonNode value) {
        if (value.isMissingNode()) {
            return "nothing";
        }
        String text = GoJson.text(value);
        return text.length() <= 300 ? text : text.substring(0, 300) + "...";
    }
}
