package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "-0, PT0S",
        "0s, PT0S",
        "500ms, PT0.5S",
        "1m30s, PT1M30S",
        "1h15m30.918273645s, PT1H15M30.918273645S",
        "1.5h, PT1H30M",
        ".5s, PT0.5S",
        "5.s, PT5S",
        "-10s, PT-10S",
        "+10s, PT10S",
        "10us, PT0.00001S",
        "10µs, PT0.00001S",
        "10μs, PT0.00001S",
        "7ns, PT0.000000007S",
        "0.3333333333333333333h, PT19M59.999999999S",
        "9223372036854775807ns, PT2562047H47M16.854775807S",
    })
    void readsWhatGoReads(String text, Duration duration) {
        assertThat(GoDuration.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "''|time: invalid duration \"\"",
                "-|time: invalid duration \"-\"",
                "s|time: invalid duration \"s\"",
                ".s|time: invalid duration \".s\"",
                "3|time: missing unit in duration \"3\"",
                "1 day|time: unknown unit \" day\" in duration \"1 day\"",
                "1d|time: unknown unit \"d\" in duration \"1d\"",
                "1h2|time: missing unit in duration \"1h2\"",
                "--1s|time: invalid duration \"--1s\"",
                "9223372036854775808ns|time: invalid duration \"9223372036854775808ns\"",
                "P1D|time: invalid duration \"P1D\"",
            })
    void refusesWhatGoRefusesWithTheSameMessage(String text, String problem) {
        assertThatThrownBy(() -> GoDuration.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "500ms", "2s", "15s", "1500ms", "1m", "30m", "1m30s", "90m"})
    void aDurationIsWrittenAsUsersWriteIt(String text) {
        assertThat(GoDuration.text(GoDuration.parse(text))).isEqualTo(text);
    }
}
