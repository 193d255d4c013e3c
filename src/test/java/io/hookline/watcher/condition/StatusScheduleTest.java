package io.hookline.watcher.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A status is written soon after its first change, and then at most once in ten seconds. */
class StatusScheduleTest {

    private static final Instant START = Instant.parse("2026-01-01T10:00:00Z");

    private final StatusSchedule schedule = new StatusSchedule();

    private static Instant after(long millis) {
        return START.plusMillis(millis);
    }

    @Test
    void theFirstChangeWaitsASecondForMoreChanges() {
        assertThat(schedule.delay(after(0), false)).contains(Duration.ofSeconds(1));
        assertThat(schedule.delay(after(400), false)).contains(Duration.ofMillis(600));
        assertThat(schedule.delay(after(1000), false)).isEmpty();
    }

    @Test
    void aControllerThatStartsIsWrittenSoonerOnceItHasStarted() {
        assertThat(schedule.delay(after(0), true)).contains(Duration.ofSeconds(10));
        assertThat(schedule.delay(after(3000), true)).contains(Duration.ofSeconds(7));

        assertThat(schedule.delay(after(3100), false)).isEmpty();
    }

    @Test
    void aSecondWriteIsDueTenSecondsAfterTheFirst() {
        schedule.written(after(0));

        assertThat(schedule.delay(after(100), false)).contains(Duration.ofMillis(9900));
        assertThat(schedule.delay(after(10_000), false)).isEmpty();
    }

    @Test
    void aChangeLongAfterTheLastWriteWaitsASecondOnly() {
        schedule.written(after(0));

        assertThat(schedule.delay(after(60_000), false)).contains(Duration.ofSeconds(1));
    }

    @Test
    void aChangeThatIsUndoneBeforeTheWriteStartsNoWait() {
        assertThat(schedule.delay(after(0), false)).isPresent();
        schedule.unchanged();

        assertThat(schedule.delay(after(5000), false)).contains(Duration.ofSeconds(1));
    }
}
