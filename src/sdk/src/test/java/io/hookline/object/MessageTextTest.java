package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTextTest {

    @Test
    void linesAreJoinedAndBlankOnesAreLeftOut() {
        assertThat(MessageText.oneLine(" a\n\n  b:\r\n c\n")).isEqualTo("a; b: c");
        assertThat(MessageText.oneLine("one line ")).isEqualTo("one line ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "€", "😀"})
    void aLongTextKeepsItsBeginningAndItsEndAndNoBrokenCharacter(String character) {
        String text = "Hook.java:11 begins, " + character.repeat(1000) + " ends";

        String cut = MessageText.shortened(text, 100);

        assertThat(cut)
                .startsWith("Hook.java:11 begins, " + character)
                .contains(" ... ")
                .endsWith(character + " ends");
        assertThat(cut).doesNotContain("\uFFFD");
        assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(90, 100);
    }

    @Test
    void aTextThatFitsStaysAsItIs() {
        assertThat(MessageText.shortened("ü".repeat(50), 100)).isEqualTo("ü".repeat(50));
    }
}
