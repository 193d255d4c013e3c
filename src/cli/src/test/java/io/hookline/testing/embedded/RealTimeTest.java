package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RealTimeTest {

    @Test
    void aPauseTakesItsTime() throws Exception {
        try (RealTime time = new RealTime()) {
            Instant begin = Instant.now();

            time.pause(Duration.ofMillis(20));

            assertThat(Duration.between(begin, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(19));
        }
    }

    @Test
    void closingInterruptsAllWaitingThreads() {
        RealTime time = new RealTime();
        time.close();

        assertThatThrownBy(() -> time.pause(Duration.ofDays(1))).isInstanceOf(InterruptedException.class);
    }
}
