package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanDurationTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.0000003S, 0 ms",
        "PT0.358694329S, 358 ms",
        "PT0.3586S, 358 ms",
        "PT0.9996S, 999 ms",
        "PT1.04S, 1 s",
        "PT1.2S, 1.2 s",
        "PT10S, 10 s",
        "PT59.94S, 59.9 s",
        "PT59.96S, 59.9 s",
        "PT2M5S, 2 m 5 s",
        "PT59M59.6S, 59 m 59 s",
        "PT1H, 1 h",
        "PT1H2M59S, 1 h 2 m",
        "PT26H, 1 d 2 h",
        "PT-0.04S, -40 ms"
    })
    void aDurationIsFormattedWithTheUnitsThatMatter(Duration duration, String text) {
        assertThat(HumanDuration.text(duration)).isEqualTo(text);
    }

    @Test
    void aVeryLongDurationIsFormattedToo() {
        assertThat(HumanDuration.text(Duration.ofSeconds(Long.MAX_VALUE / 1_000_000)))
                .endsWith(" h");
    }
}
