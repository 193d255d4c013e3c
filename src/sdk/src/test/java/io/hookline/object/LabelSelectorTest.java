package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {

    private static final Map<String, String> WEB = Map.of("app", "web", "tier", "front", "empty", "");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "app=web|true",
                "app==web|true",
                "app = web|true",
                "app=db|false",
                "app!=db|true",
                "app!=web|false",
                "gone!=x|true",
                "app|true",
                "gone|false",
                "!gone|true",
                "!app|false",
                "app in (db,web)|true",
                "app in ( db , web )|true",
                "app in(db)|false",
                "app notin (db)|true",
                "gone notin (db)|true",
                "app notin (web)|false",
                "app=web,tier=front|true",
                "app=web , tier in (back)|false",
                "empty=|true",
                "example.com/x-y_z=1|false",
            })
    void readsAndMatchesTheTextForm(String text, boolean matches) {
        assertThat(LabelSelector.parse(text).matches(WEB)).isEqualTo(matches);
    }

    @Test
    void emptyTextSelectsEverything() {
        assertThat(LabelSelector.parse("").isEmpty()).isTrue();
        assertThat(LabelSelector.parse("").matches(Map.of())).isTrue();
        assertThat(LabelSelector.parse(" ").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {",", "a,", "a b", "=x", "a in", "a in (", "a in (b", "a in b", "!", "a=b c", "a>1", "(a)"})
    void wrongTextIsRejected(String text) {
        assertThatThrownBy(() -> LabelSelector.parse(text))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("label selector: expected");
    }

    @Test
    void readsTheJsonForm() {
        LabelSelector selector = LabelSelector.fromJson(parse("""
                        {"matchLabels":{"app":"web"},"matchExpressions":[
                          {"key":"tier","operator":"In","values":["front","back"]},
                          {"key":"gone","operator":"DoesNotExist"},
                          {"key":"empty","operator":"Exists","values":[]},
                          {"key":"app","operator":"NotIn","values":["db"]}]}
                        """), new FieldPath("spec.selector"));
        assertThat(selector.requirements()).hasSize(5);
        assertThat(selector.matches(WEB)).isTrue();
        assertThat(selector.matches(Map.of("app", "web"))).isFalse();
    }

    @Test
    void readsTheAnnotationForm() {
        LabelSelector selector =
                LabelSelector.fromAnnotationSelector(parse("{\"matchAnnotations\":{\"app\":\"web\"}}"), FieldPath.ROOT);
        assertThat(selector).isEqualTo(LabelSelector.ofLabel("app", "web"));
    }

    @Test
    void anEmptyJsonFormSelectsEverything() {
        assertThat(LabelSelector.fromJson(parse("{}"), FieldPath.ROOT).isEmpty())
                .isTrue();
        assertThat(LabelSelector.fromJson(parse("{\"matchLabels\":null,\"matchExpressions\":null}"), FieldPath.ROOT))
                .isEqualTo(LabelSelector.EVERYTHING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-a=b|no label has the key \"-a\"",
                "A_b/c=d|no label has the key \"A_b/c\"",
                "a.b/|no label has the key \"a.b/\"",
                "!a..|no label has the key \"a..\"",
                "a=b.|no label has the value \"b.\"",
                "a notin (b,-)|no label has the value \"-\"",
            })
    void textThatNoLabelCanMatchIsRefused(String text, String problem) {
        assertThatThrownBy(() -> LabelSelector.parse(text)).hasMessage("label selector: " + problem);
    }

    @Test
    void anAnnotationMayHaveAnyValue() {
        LabelSelector selector = LabelSelector.fromAnnotationSelector(
                parse("{\"matchAnnotations\":{\"note\":\"two words\"}}"), FieldPath.ROOT);

        assertThat(selector.matches(Map.of("note", "two words"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"matchLabels\":{\"a\":\"b c\"}}|s.matchLabels.a: no label has the value \"b c\"",
                "{\"matchExpressions\":[{\"key\":\"a b\",\"operator\":\"DoesNotExist\"}]}|"
                        + "s.matchExpressions[0]: no label has the key \"a b\"",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"NotIn\",\"values\":[\"b\",\"c/d\"]}]}|"
                        + "s.matchExpressions[0]: no label has the value \"c/d\"",
                "[]|s: expected an object, was a list",
                "{\"matchLabels\":{\"a\":1}}|s.matchLabels.a: expected a string, was a number",
                "{\"matchExpressions\":{}}|s.matchExpressions: expected a list, was an object",
                "{\"matchExpressions\":[{\"operator\":\"In\"}]}|s.matchExpressions[0].key: expected a string, was missing",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"in\"}]}|s.matchExpressions[0].operator: "
                        + "expected In, NotIn, Exists or DoesNotExist, was \"in\"",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\"}]}|s.matchExpressions[0].values: "
                        + "must not be empty for In and NotIn",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\",\"values\":[\"b\"]}]}|"
                        + "s.matchExpressions[0].values: must be empty for Exists and DoesNotExist",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[1]}]}|"
                        + "s.matchExpressions[0].values[0]: expected a string, was a number",
            })
    void aWrongFieldIsNamedWithItsPlace(String json, String problem) {
        assertThatThrownBy(() -> LabelSelector.fromJson(parse(json), new FieldPath("s")))
                .isInstanceOf(DecodeException.class)
                .hasMessage(problem);
    }

    @Test
    void bothSelectorsMustMatch() {
        LabelSelector both = LabelSelector.ofLabel("app", "web").and(LabelSelector.ofLabel("tier", "back"));
        assertThat(both.matches(WEB)).isFalse();
        assertThat(LabelSelector.ofLabel("app", "web")
                        .and(LabelSelector.EVERYTHING)
                        .matches(WEB))
                .isTrue();
    }

    private static JsonNode parse(String json) {
        return Json.parse(json.getBytes(StandardCharsets.UTF_8));
    }
}
