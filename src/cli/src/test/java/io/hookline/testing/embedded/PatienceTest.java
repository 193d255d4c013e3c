package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time limits are longer on a busy machine. */
class PatienceTest {

    @ParameterizedTest
    @CsvSource({"-1, 2, 1", "0, 2, 1", "2, 2, 1", "2.1, 2, 2", "6, 2, 3", "90, 2, 4", "90, 64, 2"})
    void limitsGrowWithTheWorkThatWaitsForEachProcessor(double load, int processors, int times) {
        assertThat(EmbeddedHookline.patience(load, processors)).isEqualTo(times);
    }
}
