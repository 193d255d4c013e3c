package io.hookline.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.yaml.YamlDocument.Repeated;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {

    /**
     * Texts with the results of sigs.k8s.io/yaml v1.6.0: JSON or an error, and the additional errors of its strict form.
     */
    static Stream<JsonNode> asInGo() throws IOException {
        try (InputStream in = YamlTest.class.getResourceAsStream("/fixtures/yaml/go-yaml.json")) {
            JsonNode rows = Json.parse(in.readAllBytes());
            assertThat(rows.size()).isGreaterThan(150);
            return StreamSupport.stream(rows.spliterator(), false);
        }
    }

    @ParameterizedTest
    @MethodSource("asInGo")
    void aTextMeansWhatItMeansToKubernetes(JsonNode row) {
        byte[] text = row.path("yaml").asText().getBytes(StandardCharsets.UTF_8);

        if (row.has("error")) {
            assertThatThrownBy(() -> Yaml.first(text)).isInstanceOf(YamlException.class);
            return;
        }
        YamlDocument document = Yaml.first(text);
        assertThat(document.tree()).isEqualTo(row.path("json"));
        List<String> repeated = new ArrayList<>();
        row.path("strict").forEach(problem -> repeated.add(problem.asText()));
        assertThat(document.repeated().stream()
                        .map(one -> "line %d: key \"%s\" already set in map".formatted(one.line(), one.key())))
                .isEqualTo(repeated);
    }

    private static JsonNode tree(String text) {
        return Yaml.first(text.getBytes(StandardCharsets.UTF_8)).tree();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void utf16WithAByteOrderMarkIsRead(String charset) {
        byte[] text = "\uFEFFkind: Config\nname: \u00e4\n".getBytes(Charset.forName(charset));

        assertThat(Yaml.first(text).tree()).isEqualTo(tree("{kind: Config, name: \u00e4}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            apiVersion:~v1                    | {"apiVersion":"v1"}
            apiVersion: ~ v1%kind:~~Config    | {"apiVersion":"v1","kind":"Config"}
            a:%  - b:~1%    \u00e4\u00e4:~2  | {"a":[{"b":1,"\u00e4\u00e4":2}]}
            a: 'x:~y'                         | {"a":"x:\\ty"}
            """)
    void aTabBetweenAKeyAndItsValueIsASpace(String text, String json) {
        String yaml = text.replace('~', '\t').replace('%', '\n');

        assertThat(tree(yaml)).isEqualTo(Json.parse(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aTabAsIndentationIsAnError() {
        assertThatThrownBy(() -> tree("a:\n\tb: 1\n"))
                .isInstanceOfSatisfying(
                        YamlException.class, e -> assertThat(e.line()).isEqualTo(2));
    }

    @Test
    void errorsNameLineAndColumn() {
        assertThatThrownBy(() -> tree("a: 1\nb: [1, 2\nc: 3\n"))
                .isInstanceOfSatisfying(YamlException.class, e -> {
                    assertThat(e.line()).isEqualTo(3);
                    assertThat(e.column()).isEqualTo(2);
                })
                .hasMessageStartingWith("yaml: line 3: ");
        assertThatThrownBy(() -> tree("a:\n  b: .inf"))
                .isInstanceOfSatisfying(
                        YamlException.class, e -> assertThat(e.place()).isEqualTo(new FieldPath("a").field("b")))
                .hasMessage("yaml: line 2: number has no counterpart in JSON: .inf");
        assertThatThrownBy(() -> tree("a: 1\nb: \u0007"))
                .hasMessage("yaml: line 2: control characters are not allowed");
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        assertThatThrownBy(() -> Yaml.first(new byte[] {'a', ':', ' ', (byte) 0xff}))
                .hasMessage("yaml: line 1: invalid UTF-8");
    }

    @Test
    void aByteOrderMarkIsIgnored() {
        assertThat(tree("\uFEFFa: 1")).isEqualTo(tree("a: 1"));
    }

    @Test
    void allDocumentsOfAFileAreRead() {
        assertThat(Yaml.documents("a: 1\n---\n# nothing\n---\n- b\n").stream()
                        .map(document -> document.tree().toString()))
                .containsExactly("{\"a\":1}", "null", "[\"b\"]");
    }

    @Test
    void anAnchorIsValidInItsDocumentOnly() {
        assertThatThrownBy(() -> Yaml.documents("a: &x 1\n---\nb: *x")).hasMessageContaining("undefined alias");
    }

    @Test
    void anAliasBombOfAFewBytesIsRefused() {
        StringBuilder bomb = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x]\n");
        for (char level = 'b'; level <= 'i'; level++) {
            bomb.append("%c: &%<c [%s]\n".formatted(level, ("*" + (char) (level - 1) + ", ").repeat(9)));
        }

        assertThatThrownBy(() -> tree(bomb.toString())).hasMessageContaining("document contains excessive aliasing");
    }

    @Test
    void aMergeBombIsRefused() {
        StringBuilder bomb = new StringBuilder("a: &a {x: 1}\n");
        for (char level = 'b'; level <= 'z'; level++) {
            bomb.append("%c: &%<c {<<: [%s]}\n".formatted(level, ("*" + (char) (level - 1) + ", ").repeat(9)));
        }

        assertThatThrownBy(() -> tree(bomb.toString())).hasMessageContaining("document contains excessive aliasing");
    }

    @Test
    void manyAliasesOfASmallValueAreAllowed() {
        String text = "- &x {a: 1}\n" + "- *x\n".repeat(5000);

        JsonNode tree = tree(text);

        assertThat(tree.size()).isEqualTo(5001);
        assertThat(tree.get(5000)).isEqualTo(tree.get(0)).isNotSameAs(tree.get(0));
    }

    @Test
    void theDepthLimitPreventsAStackOverflow() throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        assertThat(tree("[".repeat(900) + "]".repeat(900)).size()).isEqualTo(1);

        Thread small = Thread.ofVirtual().start(() -> {
            try {
                tree("[".repeat(100_000));
            } catch (YamlException | StackOverflowError e) {
                failures.add(e);
            }
        });

        assertThat(small.join(Duration.ofSeconds(30))).isTrue();
        assertThat(failures).singleElement().isInstanceOf(YamlException.class);
    }

    @Test
    void longTextsOfDigitsAreReadInLinearTime() {
        assertThat(tree("a: " + "9".repeat(2_000_000)).path("a").isTextual()).isTrue();
        assertThat(tree("a: ." + "1_".repeat(500_000) + "1").path("a").isDouble())
                .isTrue();
    }

    @Test
    void linesAreKnownForEveryPlaceAlsoThroughAliases() {
        YamlDocument document = Yaml.documents("""
                a: &x
                  b: 1
                c:
                  - *x
                """).getFirst();

        assertThat(document.lines())
                .containsEntry("", 1)
                .containsEntry("a", 1)
                .containsEntry("a.b", 2)
                .containsEntry("c", 3)
                .containsEntry("c[0].b", 2);
    }

    @Test
    void aDuplicateKeyIsDistinguishedFromAMergedKey() {
        YamlDocument document = Yaml.documents("""
                base: &base {a: 1, b: 1}
                twice:
                  <<: *base
                  a: 2
                  a: 3
                """).getFirst();

        assertThat(document.repeated())
                .containsExactly(
                        new Repeated(new FieldPath("twice").field("a"), "a", true, 4),
                        new Repeated(new FieldPath("twice").field("a"), "a", false, 5));
    }
}
