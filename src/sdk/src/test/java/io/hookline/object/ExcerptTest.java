package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** How a message shows the beginning of a foreign text. */
class ExcerptTest {

    private static String of(String text) {
        return Excerpt.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aShortTextIsShownInOneLineAndInQuotes() {
        assertThat(of("\n  <html>\r\n\t<b>no</b>\n")).isEqualTo("\"<html>\\r\\n\\t<b>no</b>\"");
        assertThat(of(" \n ")).isEmpty();
        assertThat(of("")).isEmpty();
    }

    @Test
    void charactersThatMoveTheCursorOrReverseTheTextAreEscaped() {
        assertThat(of("a\u001b[2Jb\u0000\u202ec\u2028d\u0085"))
                .isEqualTo("\"a\\u001b[2Jb\\u0000\\u202ec\\u2028d\\u0085\"");
    }

    @Test
    void atMostAHundredCharactersAreShownWhateverTheirBytes() {
        assertThat(of("x".repeat(100))).isEqualTo("\"" + "x".repeat(100) + "\"");
        assertThat(of("x".repeat(101))).isEqualTo("\"" + "x".repeat(100) + "...\"");
        assertThat(of("\uD83E\uDE9D".repeat(100))).isEqualTo("\"" + "\uD83E\uDE9D".repeat(100) + "\"");
        assertThat(of("\u20ac".repeat(5000))).isEqualTo("\"" + "\u20ac".repeat(100) + "...\"");
    }

    @Test
    void brokenUtf8IsReplaced() {
        assertThat(Excerpt.of(new byte[] {'a', (byte) 0xff, 'b'})).isEqualTo("\"a\ufffdb\"");
    }
}
