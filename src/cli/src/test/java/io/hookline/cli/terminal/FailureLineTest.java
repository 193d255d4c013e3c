package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Equal failures are counted in one line. */
class FailureLineTest {

    @ParameterizedTest
    @CsvSource({"1, 1 more time in 20.4 s", "2, 2 more times in 20.4 s"})
    void repeatedFailuresAreCountedInPlainWords(int times, String counted) {
        TextLayout.FailureLine line = new TextLayout.FailureLine(Map.of(
                "error",
                "no luck",
                "parent",
                "Hello default/world",
                "attempt",
                14,
                "next",
                Duration.ofMillis(40_900),
                "times",
                times,
                "within",
                Duration.ofMillis(20_400)));

        assertThat(line.text())
                .isEqualTo("no luck … " + counted + " (Hello default/world, attempt 14, next in 40.9 s)");
    }

    @ParameterizedTest
    @CsvSource({"17, 12, 16 other failures of 12 parents", "2, 1, 1 other failure of 1 parent"})
    void differentFailuresAreNotCountedAsRepetitions(int times, int parents, String counted) {
        TextLayout.FailureLine line = new TextLayout.FailureLine(Map.of(
                "error",
                "no luck",
                "parent",
                "Hello default/world",
                "attempt",
                5,
                "next",
                Duration.ofMillis(3600),
                "times",
                times,
                "within",
                Duration.ofMillis(5600),
                "parents",
                parents,
                "different",
                true));

        assertThat(line.text())
                .isEqualTo("no luck … and " + counted + " in 5.6 s (Hello default/world, attempt 5, next in 3.6 s)");
    }
}
