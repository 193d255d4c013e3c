package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScannerTest {

    @Test
    void walksOverFieldsAndElements() {
        JsonScanner scanner = scanner(" { \"a\" : [ 1 , {\"x\":[]} ] , \"b\":\"\\u00e9\" } ");
        scanner.beginObject();
        assertThat(scanner.nextField()).isEqualTo("a");
        scanner.beginArray();
        assertThat(scanner.nextElement()).isTrue();
        int start = scanner.position();
        scanner.skipValue();
        assertThat(scanner.text(start)).isEqualTo("1");
        assertThat(scanner.nextElement()).isTrue();
        scanner.skipValue();
        assertThat(scanner.nextElement()).isFalse();
        assertThat(scanner.nextField()).isEqualTo("b");
        assertThat(scanner.describeNext()).isEqualTo("a string");
        assertThat(scanner.readString()).isEqualTo("é");
        assertThat(scanner.nextField()).isNull();
        scanner.expectEnd();
    }

    @Test
    void staysInsideItsRange() {
        byte[] bytes = "xx{\"a\":1}yy".getBytes(StandardCharsets.UTF_8);
        JsonScanner scanner = new JsonScanner(bytes, 2, 7);
        scanner.skipValue();
        scanner.expectEnd();
        assertThat(scanner.position()).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{1:2}",
                "[1}",
                "{\"a\":1]",
                "[1 2]",
                "\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\n\"",
                "tru",
                "nul",
                "01",
                "-",
                "1.",
                ".5",
                "1e",
                "1e+",
                "+1",
                "NaN",
                "1 1",
                "'a'",
                "[1]]",
                "\u00ff"
            })
    void rejectsTextThatIsNotJson(String text) {
        assertThatThrownBy(() -> skipAll(scanner(text))).isInstanceOf(DecodeException.class);
    }

    @Test
    void aByteThatIsNotTextIsNotTheEnd() {
        assertThatThrownBy(() -> skipAll(new JsonScanner(new byte[] {'1', (byte) 0xff})))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("at byte 1");
    }

    @Test
    void errorsContainTheOffset() {
        assertThatThrownBy(() -> skipAll(scanner("{\"a\": x}")))
                .isInstanceOf(DecodeException.class)
                .hasMessage("document: unexpected 'x' at byte 6");
    }

    @Test
    void depthIsLimitedAsInGo() {
        skipAll(scanner("[".repeat(10_000) + "]".repeat(10_000)));
        assertThatThrownBy(() -> skipAll(scanner("[".repeat(10_001) + "]".repeat(10_001))))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("nested deeper");
    }

    @Test
    void deepMixedNestingIsTracked() {
        String open = "{\"a\":[".repeat(500);
        String close = "]}".repeat(500);
        skipAll(scanner(open + "1" + close));
        assertThatThrownBy(() -> skipAll(scanner(open + "1" + "}]".repeat(500))))
                .isInstanceOf(DecodeException.class);
    }

    private static void skipAll(JsonScanner scanner) {
        scanner.skipValue();
        scanner.expectEnd();
    }

    private static JsonScanner scanner(String text) {
        return new JsonScanner(text.getBytes(StandardCharsets.UTF_8));
    }
}
