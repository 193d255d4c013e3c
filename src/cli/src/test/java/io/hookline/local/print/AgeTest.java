package io.hookline.local.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {

    @ParameterizedTest
    @CsvSource({
        "PT-3S, <invalid>",
        "PT-1.5S, 0s",
        "PT0S, 0s",
        "PT5.9S, 5s",
        "PT119S, 119s",
        "PT120S, 2m",
        "PT3M10S, 3m10s",
        "PT10M30S, 10m",
        "PT2H59M, 179m",
        "PT3H, 3h",
        "PT7H5M, 7h5m",
        "PT47H, 47h",
        "PT48H, 2d",
        "PT52H, 2d4h",
        "PT192H, 8d",
        "P729D, 729d",
        "P731D, 2y1d",
        "P3000D, 8y",
    })
    void anAgeHasItsTwoLargestParts(Duration duration, String text) {
        assertThat(Age.of(duration)).isEqualTo(text);
    }

    @Test
    void aTimestampThatIsNotValidIsReported() {
        assertThat(Age.since("", Instant.EPOCH)).isEqualTo("<unknown>");
        assertThat(Age.since("yesterday", Instant.EPOCH)).isEqualTo("<invalid>");
        assertThat(Age.since("1970-01-01T00:00:00Z", Instant.EPOCH.plusSeconds(42)))
                .isEqualTo("42s");
        assertThat(Age.since("1970-01-01T00:00:00.000000Z", Instant.EPOCH.plusSeconds(42)))
                .isEqualTo("42s");
    }
}
