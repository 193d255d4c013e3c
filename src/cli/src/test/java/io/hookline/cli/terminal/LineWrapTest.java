package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineWrapTest {

    private static final String PREFIX = "12:00:01  hello  ";

    private final AtomicInteger columns = new AtomicInteger(50);
    private final LineWrap wrap = new LineWrap(columns::get);

    private String wrapped(String text) {
        return wrap.of(PREFIX, text, PREFIX.length());
    }

    @Test
    void aLongLineContinuesBelowItsText() {
        assertThat(wrapped("created ConfigMap default/hello-world  (Hello default/world: parent added)"))
                .isEqualTo("""
                12:00:01  hello  created ConfigMap
                                 default/hello-world  (Hello
                                 default/world: parent added)""");
    }

    @Test
    void aLineThatFitsStaysAsItIs() {
        assertThat(wrapped("x".repeat(10) + "  " + "y".repeat(21))).doesNotContain("\n");
        assertThat(wrapped("x".repeat(10) + "  " + "y".repeat(22))).contains("\n");
    }

    @Test
    void coloursHaveNoWidth() {
        Ansi ansi = Ansi.COLOURED;
        String text = ansi.green("created") + " ConfigMap " + ansi.dim("(Hello default/world: added)");

        assertThat(wrap.of(ansi.dim("12:00:01") + "  hello  ", text, 17).replaceAll("\u001b\\[[0-9]*m", ""))
                .isEqualTo("12:00:01  hello  created ConfigMap (Hello\n" + " ".repeat(17) + "default/world: added)");
    }

    /** Such as JSON: the terminal breaks it. */
    @Test
    void aWordThatIsLongerThanTheLineIsNotBroken() {
        String word = "x".repeat(60);

        assertThat(wrapped(word + " end")).isEqualTo(PREFIX + word + "\n" + " ".repeat(17) + "end");
        assertThat(wrapped("a " + word)).isEqualTo(PREFIX + "a\n" + " ".repeat(17) + word);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 46})
    void withoutATerminalOrOnANarrowOneLinesStayWhole(int width) {
        columns.set(width);

        assertThat(wrapped("word ".repeat(40))).isEqualTo(PREFIX + "word ".repeat(40));
    }

    @Test
    void aChangedWidthCountsFromTheNextLineOn() {
        columns.set(400);
        assertThat(wrapped("word ".repeat(40))).doesNotContain("\n");
        columns.set(80);
        assertThat(wrapped("word ".repeat(40)).lines()).hasSizeBetween(3, 4).allMatch(line -> line.length() <= 80);
    }
}
