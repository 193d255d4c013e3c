package io.hookline.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.queue.RepeatedFailures.Again;
import io.hookline.queue.RepeatedFailures.First;
import io.hookline.queue.RepeatedFailures.Silent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RepeatedFailuresTest {

    private final ManualClock clock = new ManualClock();
    private final RepeatedFailures<String> failures = new RepeatedFailures<>(clock, 2);

    private RepeatedFailures.Report after(long seconds, String failure) {
        clock.advance(Duration.ofSeconds(seconds));
        return failures.report(failure);
    }

    @Test
    void theFirstIsReportedAndThenACountAtGrowingDistances() {
        assertThat(after(0, "a")).isEqualTo(new First());
        assertThat(after(1, "a")).isEqualTo(new Silent());
        assertThat(after(3, "a")).isEqualTo(new Silent());
        assertThat(after(1, "a")).isEqualTo(new Again(3, Duration.ofSeconds(5)));
        assertThat(after(9, "a")).isEqualTo(new Silent());
        assertThat(after(1, "a")).isEqualTo(new Again(2, Duration.ofSeconds(10)));
        assertThat(after(19, "a")).isEqualTo(new Silent());
        assertThat(after(3600, "a")).isEqualTo(new Again(2, Duration.ofSeconds(3619)));
    }

    @Test
    void aFailureIsReportedAtLeastEveryTenMinutesIfItHappens() {
        after(0, "a");
        for (int i = 0; i < 8; i++) {
            after(1000, "a");
        }

        assertThat(after(599, "a")).isEqualTo(new Silent());
        assertThat(after(1, "a")).isEqualTo(new Again(2, Duration.ofMinutes(10)));
    }

    @Test
    void anotherFailureIsReportedAtOnce() {
        after(0, "a");

        assertThat(after(0, "b")).isEqualTo(new First());
        assertThat(after(0, "a")).isEqualTo(new Silent());
    }

    @Test
    void aForgottenFailureIsNew() {
        after(0, "a");

        failures.forget("a");

        assertThat(after(0, "a")).isEqualTo(new First());
    }

    @Test
    void onlyTheFailuresOfTheLatestKindsAreRemembered() {
        after(0, "a");
        after(0, "b");
        after(0, "a");
        after(0, "c");

        assertThat(after(0, "a")).isEqualTo(new Silent());
        assertThat(after(0, "b")).isEqualTo(new First());
    }
}
