package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.200Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1                             | 1
            120                           | 120
            +5                            | 5
            Thu, 01 Jan 2026 00:00:01 GMT | 1
            Thu, 01 Jan 2026 00:01:00 UTC | 60
            300                           | 300
            """)
    void isSecondsFromNowRoundedUp(String header, long seconds) {
        RetryAfter after = RetryAfter.parse(header, NOW).orElseThrow();

        assertThat(after.kept()).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(after.isCut()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "1.5",
                "soon",
                "99999999999999999999",
                "Thu, 01 Jan 2026 00:00:00 GMT",
                "Tue, 01 Jan 2026 00:00:09 GMT"
            })
    void aValueThatIsNotValidOrNotInTheFutureIsIgnored(String header) {
        assertThat(RetryAfter.parse(header, NOW)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"301", "86400", "99999999999999999", "Fri, 02 Jan 2026 00:00:00 GMT"})
    void moreThanFiveMinutesIsCutToFiveMinutes(String header) {
        RetryAfter after = RetryAfter.parse(header, NOW).orElseThrow();

        assertThat(after.kept()).isEqualTo(Duration.ofMinutes(5));
        assertThat(after.isCut()).isTrue();
    }
}
