package io.hookline.local.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values that broke a rule before and are the same, which a real server has only after a change of the rules, and what
 * all rules of an object may cost.
 */
class CelRulesTest {

    private static final String BROKEN = "x-kubernetes-validations: [{rule: self > 3}]";

    private static JsonNode read(String yaml) {
        return Yaml.first(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }

    private static List<String> places(String field, String before, String after) {
        CelRules rules = CelRules.of(
                read("{type: object, properties: {b: {type: integer}, x: " + field.replace("RULE", BROKEN) + "}}"));
        return rules.evaluate(read(after), read(before)).stream()
                .map(FieldError::path)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: array, items: {type: integer, RULE}}                                                      | [1]
            {type: array, items: {type: object, properties: {a: {type: integer, RULE}}}}                     | [{a: 1}]
            {type: array, items: {type: object, additionalProperties: {type: integer, RULE}}}                | [{a: 1}]
            {type: array, items: {type: array, items: {type: object, properties: {a: {type: integer, RULE}}}}} | [[{a: 1}]]
            {type: object, properties: {a: {type: integer, RULE}}}                                           | {a: 1}
            {type: integer, x-kubernetes-validations: [{rule: 1 / self > 3}]}                                | 0
            """)
    void anUnchangedValueIsAccepted(String field, String value) {
        String before = "{b: 1, x: " + value + "}";

        assertThat(places(field, before, "{b: 2, x: " + value + "}")).isEmpty();
        assertThat(places(field, "{b: 1}", before)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: array, items: {type: object, properties: {a: {type: integer, RULE}}}}                          | [{a: 1}] | [{a: 1}, {a: 5}] | x[0].a
            {type: integer, x-kubernetes-validations: [{rule: self / oldSelf > 3}]}                               | 0        | 0                | x
            {type: integer, x-kubernetes-validations: [{rule: 1 / self > 3}]}                                     | 1        | 0                | x
            """)
    void aRuleOfAChangeAndAChangedListAreNotPassedOver(String field, String before, String after, String place) {
        assertThat(places(field, "{x: " + before + "}", "{x: " + after + "}")).containsExactly(place);
    }

    private static List<FieldError> ofTexts(int texts) {
        String compared =
                "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(i, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(j, self <= self))";
        CelRules rules = CelRules.of(read("{type: array, items: {type: string, format: byte,"
                + " x-kubernetes-validations: [{rule: '" + compared + "'}]}}"));
        return rules.evaluate(
                read("[" + String.join(", ", Collections.nCopies(texts, "a".repeat(115_000))) + "]"),
                MissingNode.getInstance());
    }

    /** Each text costs more than 860,000, less than the limit of one evaluation; all may cost 10,000,000. */
    @Test
    void allRulesOfAnObjectHaveOneBudget() {
        assertThat(ofTexts(11)).isEmpty();
        assertThat(ofTexts(13)).singleElement().satisfies(error -> {
            assertThat(error.path()).isEqualTo("[11]");
            assertThat(error.problem()).contains("running out of cost budget");
        });
    }
}
