package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.testing.scenario.HandDrivenEnvironment;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time limits are longer on a busy machine. */
class PatienceTest {

    @ParameterizedTest
    @CsvSource({"-1, 2, 1", "0, 2, 1", "2, 2, 1", "2.1, 2, 2", "6, 2, 3", "90, 2, 4", "90, 64, 2"})
    void limitsGrowWithTheWorkThatWaitsForEachProcessor(double load, int processors, int times) {
        assertThat(EmbeddedHookline.patience(load, processors)).isEqualTo(times);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | waited 10ms for configmaps/shop in namespace test, saw
            3 | waited 30ms, since the machine is busy, for configmaps/shop in namespace test, saw
            """)
    void aStateThatDoesNotComeIsReportedWithTheTimeThatWasWaited(int times, String message) {
        ScenarioEnvironment environment = new HandDrivenEnvironment().environment();
        Waiting waiting = new Waiting(environment.patient(times), "test", Duration.ofMillis(10));

        assertThatThrownBy(() -> waiting.until("configmaps/shop", Optional::empty, Optional::isPresent))
                .hasMessage(message + "\n  no such object");
    }
}
