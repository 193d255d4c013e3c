package io.hookline.local.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms in which a real server stores quantities. */
class GoQuantitiesTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "0.5, 500m",
        "1000m, 1",
        "1500m, 1500m",
        "2k, 2k",
        "100000, 100k",
        "100M, 100M",
        "128974848, 128974848",
        "1024Mi, 1Gi",
        "1.5Gi, 1536Mi",
        "1Ki, 1Ki",
        "512, 512",
        "1e3, 1e3",
        "1e9, 1e9",
        "123e2, 12300",
        "0, 0",
        "0m, 0",
        "-1, -1",
        "+1, +1",
        ".5, 500m",
        "1., 1.",
        "., 0",
        "1.234, 1.234",
        "012Ki, 012Ki",
        "8Ei, 9223372036854775807",
        "1000E, 1"
    })
    void theyAreWrittenInOneForm(String text, String canonical) {
        assertThat(GoQuantities.canonical(text, true)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({"0.1u, 1m, 100n", "0.0001, 1m, 100u", "1.0005, 1001m, 1000500u"})
    void thoseOfResourcesAreRoundedUpToThousandths(String text, String ofResource, String other) {
        assertThat(GoQuantities.canonical(text, true)).isEqualTo(ofResource);
        assertThat(GoQuantities.canonical(text, false)).isEqualTo(other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "b", "1 Gi", "1gi", "1KB", "0x5", "1e2.5"})
    void othersAreRefused(String text) {
        assertThatThrownBy(() -> GoQuantities.canonical(text, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("quantities must match the regular expression");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--1", "1e", "1i", "1Ee", "1e99999"})
    void soAreOtherSuffixes(String text) {
        assertThatThrownBy(() -> GoQuantities.canonical(text, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unable to parse quantity's suffix");
    }

    @ParameterizedTest
    @CsvSource({"500m, 0.5", "1Gi, 1073741824", "1e3, 1000", "2k, 2000"})
    void theirValuesCanBeCompared(String canonical, String number) {
        assertThat(GoQuantities.value(canonical)).isEqualByComparingTo(number);
    }
}
