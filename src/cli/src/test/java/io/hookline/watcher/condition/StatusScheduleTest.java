package io.hookline.watcher.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.watcher.condition.ControllerStatusWriter.StatusSchedule;
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
        assertThat(schedule.delay(after(0), false, false)).contains(Duration.ofSeconds(1));
        assertThat(schedule.delay(after(400), false, false)).contains(Duration.ofMillis(600));
        assertThat(schedule.delay(after(1000), false, false)).isEmpty();
    }

    @Test
    void aControllerThatStartsIsWrittenSoonerOnceItHasStarted() {
        assertThat(schedule.delay(after(0), true, false)).contains(Duration.ofSeconds(10));
        assertThat(schedule.delay(after(3000), true, false)).contains(Duration.ofSeconds(7));

        assertThat(schedule.delay(after(3100), false, false)).isEmpty();
    }

    @Test
    void aSecondWriteIsDueTenSecondsAfterTheFirst() {
        schedule.written(after(0));

        assertThat(schedule.delay(after(100), false, false)).contains(Duration.ofMillis(9900));
        assertThat(schedule.delay(after(10_000), false, false)).isEmpty();
    }

    @Test
    void aChangeLongAfterTheLastWriteWaitsASecondOnly() {
        schedule.written(after(0));

        assertThat(schedule.delay(after(60_000), false, false)).contains(Duration.ofSeconds(1));
    }

    @Test
    void whatIsWrongIsWrittenAfterASecondThoughAWriteWasJustSent() {
        schedule.written(after(0));

        assertThat(schedule.delay(after(100), false, true)).contains(Duration.ofSeconds(1));
        assertThat(schedule.delay(after(1100), false, true)).isEmpty();
        schedule.written(after(1100));
        assertThat(schedule.delay(after(1200), false, false)).as("the way back").contains(Duration.ofMillis(9900));
    }

    @Test
    void aFailureThatEndsWithinTheSecondIsNotWrittenWithALaterOne() {
        schedule.written(after(0));

        assertThat(schedule.delay(after(100), false, true)).contains(Duration.ofSeconds(1));
        assertThat(schedule.delay(after(200), false, false)).contains(Duration.ofMillis(9800));
        assertThat(schedule.delay(after(5000), false, true)).contains(Duration.ofSeconds(1));
    }

    @Test
    void aStatusThatTheServerRejectsIsNotWrittenSoonerBecauseItIsWorse() {
        schedule.written(after(0));
        schedule.rejected();

        assertThat(schedule.delay(after(100), false, true)).contains(Duration.ofMillis(19_900));
    }

    @Test
    void aChangeThatIsUndoneBeforeTheWriteStartsNoWait() {
        assertThat(schedule.delay(after(0), false, false)).isPresent();
        schedule.unchanged();

        assertThat(schedule.delay(after(5000), false, false)).contains(Duration.ofSeconds(1));
    }
}
