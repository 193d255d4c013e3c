package io.hookline.testing.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueMatcherTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3                      | 3                    | true
            3                      | 3.0                  | true
            3                      | '3'                  | true
            "3"                    | 3                    | false
            {equals: {a: 1}}       | {a: 1, b: null}      | true
            {equals: {a: 1}}       | {a: 1, b: 2}         | false
            [a, b]                 | [a, b]               | true
            {matches: '^a.c$'}     | abc                  | true
            {matches: '^[0-9]+$'}  | 12                   | true
            {matches: '^a.c$'}     | [abc]                | false
            {contains: b}          | abc                  | true
            {contains: b}          | [a, b]               | true
            {contains: b}          | [a, abc]             | true
            {contains: {a: 1}}     | {a: 1, b: 2}         | true
            {contains: {a: {b: 1}}} | {a: {b: 1, c: 2}}   | true
            {contains: {a: 1}}     | [{a: 1, b: 2}]       | true
            {contains: [b, a]}     | [a, b, c]            | true
            {contains: [b, d]}     | [a, b, c]            | false
            {contains: {a: 1}}     | {a: 2}               | false
            {contains: 2}          | 2                    | true
            {atLeast: 2}           | 2                    | true
            {atLeast: 2}           | 1.9                  | false
            {atLeast: 2}           | "2"                  | false
            {atLeast: 2, atMost: 4} | 5                   | false
            {length: 2}            | [1, 2]               | true
            {length: 2}            | ab                   | true
            {length: 0}            | {}                   | true
            {absent: true}         | null                 | true
            {absent: true}         | 0                    | false
            {present: true}        | 0                    | true
            {absent: false}        | 0                    | true
            {sameAs: x}            | kept                 | true
            {otherThan: x}         | kept                 | false
            {sameAs: "y"}          | kept                 | false
            """)
    void aValuePassesItsTests(String test, String value, boolean passes) {
        ValueMatcher match = match(test);

        assertThat(match.accepts(yaml(value), Map.of("x", Json.NODES.textNode("kept"))))
                .as("%s on %s", test, value)
                .isEqualTo(passes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spec.size                              | 3
            .spec.size                             | 3
            spec['size']                           | 3
            spec["size"]                           | 3
            metadata.labels['a.b/c']               | "x"
            list[0].name                           | "a"
            list[-1].name                          | "b"
            list[5].name                           | nothing
            list[name=b].value                     | true
            list[value=true].name                  | "b"
            list[meta.uid=7].name                  | "a"
            list[name=c]                           | nothing
            spec.size.more                         | nothing
            spec[size=3]                           | nothing
            """)
    void aPathFindsItsValue(String path, String value) {
        JsonNode object = yaml("""
                metadata: {labels: {a.b/c: x}}
                spec: {size: 3}
                list: [{name: a, meta: {uid: "7"}}, {name: b, value: true}]
                """);

        assertThat(ValueMatcher.show(ValuePath.parse(path).read(object))).isEqualTo(value);
    }

    @Test
    void theEmptyPathIsTheObjectItself() {
        assertThat(GoJson.text(ValuePath.parse("").read(yaml("{a: 1}")))).isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a..b
            a[
            a[b
            a['b]
            a b
            a.[0]
            """)
    void anInvalidPathIsRejected(String path) {
        assertThatThrownBy(() -> ValuePath.parse(path)).hasMessageStartingWith("not a path: '" + path);
    }

    @Test
    void longValuesAreCutInMessages() {
        assertThat(ValueMatcher.show(Json.NODES.textNode("x".repeat(1000))))
                .hasSize(303)
                .endsWith("...");
    }

    @Test
    void valuesMeanWhatTheyMeanToKubectl() {
        assertThat(GoJson.text(
                        yaml("{a: 0644, b: 0o17, c: 0x1F, d: 12, e: 1.5, f: on, g: ~, h: 99999999999999999999}")))
                .isEqualTo("{\"a\":420,\"b\":15,\"c\":31,\"d\":12,\"e\":1.5,\"f\":true,\"g\":null,"
                        + "\"h\":100000000000000000000}");
    }

    private static ValueMatcher match(String yaml) {
        LocatedYaml.Document document = LocatedYaml.parse("m.yaml", yaml).getFirst();
        return ValueMatcher.read(document, document.tree(), FieldPath.ROOT);
    }

    private static JsonNode yaml(String text) {
        return text.equals("null")
                ? Json.NODES.nullNode()
                : LocatedYaml.parse("v.yaml", text).getFirst().tree();
    }
}
