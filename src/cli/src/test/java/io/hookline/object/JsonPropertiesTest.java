package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.testing.Tries;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonPropertiesTest {

    @Test
    void theScannerAcceptsJson() {
        Tries.of(500, 1).forAll(JsonTexts::document, text -> {
            assertThat(scannable(text)).isTrue();
            assertThat(parsable(text)).isTrue();
        });
    }

    @Test
    void theScannerAcceptsExactlyWhatTheParserAccepts() {
        Tries.of(2000, 2)
                .forAll(
                        JsonPropertiesTest::mutated,
                        text -> assertThat(scannable(text)).isEqualTo(parsable(text)));
    }

    /** Without numbers beyond a double, which only the parser rejects. */
    private static String mutated(Random random) {
        String text = JsonTexts.mutated(random);
        while (text.matches("(?s).*[eE]\\+?\\d{3,}.*")) {
            text = JsonTexts.mutated(random);
        }
        return text;
    }

    @Test
    void writtenTextReadsBackAsTheSameText() {
        Tries.of(500, 3).forAll(JsonTexts::document, text -> {
            String once = GoJson.text(parse(text));
            assertThat(GoJson.text(parse(once))).isEqualTo(once);
        });
    }

    @Test
    void writtenTextReadsBackAsTheSameValue() {
        Tries.of(500, 4).forAll(JsonTexts::document, text -> {
            JsonNode value = parse(text);
            assertThat(JsonEquality.semantic(parse(GoJson.text(value)), value) || hasLoneSurrogate(text))
                    .isTrue();
        });
    }

    private static boolean hasLoneSurrogate(String text) {
        return text.replace("\\ud83d\\ude00", "").contains("\\ud83d");
    }

    private static boolean scannable(String text) {
        try {
            JsonScanner scanner = new JsonScanner(text.getBytes(StandardCharsets.UTF_8));
            scanner.skipValue();
            scanner.expectEnd();
            return true;
        } catch (DecodeException _) {
            return false;
        }
    }

    private static boolean parsable(String text) {
        try {
            parse(text);
            return true;
        } catch (DecodeException _) {
            return false;
        }
    }

    private static JsonNode parse(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
