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
        FailureLine line = new FailureLine(Map.of(
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
}
