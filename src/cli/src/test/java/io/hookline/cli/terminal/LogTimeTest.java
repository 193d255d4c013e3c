package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTimeTest {

    @ParameterizedTest
    @CsvSource({
        "EPOCH, 1769860801.250000001",
        "MILLIS, 1769860801250.000001",
        "NANO, 1769860801250000001",
        "ISO8601, '\"2026-01-31T12:00:01.250Z\"'",
        "RFC3339, '\"2026-01-31T12:00:01.250Z\"'",
        "RFC3339NANO, '\"2026-01-31T12:00:01.250000001Z\"'"
    })
    void aTimeIsShownAsItsEncodingSays(LogTime encoding, String json) {
        assertThat(encoding.json(Instant.parse("2026-01-31T12:00:01.250000001Z")))
                .isEqualTo(json);
    }
}
