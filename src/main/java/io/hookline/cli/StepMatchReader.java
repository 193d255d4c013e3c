package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import io.hookline.object.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads what a value must be: a plain value, or a mapping of tests such as {@code {atLeast: 2, atMost: 4}}. */
final class StepMatchReader {

    private static final String TESTS =
            "equals, matches, contains, atLeast, atMost, length, absent, present, sameAs, otherThan";

    private final ExampleYaml.Document document;

    StepMatchReader(ExampleYaml.Document document) {
        this.document = document;
    }

    StepMatch read(JsonNode node, Place place) {
        if (node.isNull()) {
            throw document.problem(place, "expected a value, was null; write {absent: true}");
        }
        if (!node.isObject()) {
            return StepMatch.of(node);
        }
        List<StepMatch.Test> tests = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            tests.add(test(entry.getKey(), entry.getValue(), place.field(entry.getKey())));
        }
        if (tests.isEmpty()) {
            throw document.problem(place, "expected one of " + TESTS + "; an empty object is {equals: {}}");
        }
        return new StepMatch(tests);
    }

    private StepMatch.Test test(String name, JsonNode value, Place place) {
        return switch (name) {
            case "equals" -> new StepMatch.Test.Same(value);
            case "matches" -> new StepMatch.Test.Matches(pattern(text(value, place), place));
            case "contains" -> new StepMatch.Test.Contains(value);
            case "atLeast" -> new StepMatch.Test.AtLeast(number(value, place));
            case "atMost" -> new StepMatch.Test.AtMost(number(value, place));
            case "length" -> new StepMatch.Test.Length(Math.round(number(value, place)));
            case "absent" -> new StepMatch.Test.Absent(flag(value, place));
            case "present" -> new StepMatch.Test.Absent(!flag(value, place));
            case "sameAs" -> new StepMatch.Test.Remembered(text(value, place), true);
            case "otherThan" -> new StepMatch.Test.Remembered(text(value, place), false);
            default ->
                throw document.problem(
                        place, "is no test; tests are " + TESTS + "; to compare with an object write {equals: {...}}");
        };
    }

    /** What a refusal's message must be: a piece of it, or tests. */
    StepMatch readMessage(JsonNode node, Place place) {
        return node.isTextual() ? new StepMatch(List.of(new StepMatch.Test.Contains(node))) : read(node, place);
    }

    private Pattern pattern(String text, Place place) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw document.problem(place, "not a regular expression: " + e.getDescription());
        }
    }

    private String text(JsonNode value, Place place) {
        if (!value.isTextual()) {
            throw document.problem(place, "expected a string, was " + Json.describe(value));
        }
        return value.textValue();
    }

    private double number(JsonNode value, Place place) {
        if (!value.isNumber()) {
            throw document.problem(place, "expected a number, was " + Json.describe(value));
        }
        return value.doubleValue();
    }

    private boolean flag(JsonNode value, Place place) {
        if (!value.isBoolean()) {
            throw document.problem(place, "expected true or false, was " + Json.describe(value));
        }
        return value.booleanValue();
    }
}
