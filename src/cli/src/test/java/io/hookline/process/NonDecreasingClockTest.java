package io.hookline.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.process.WatcherProcess.NonDecreasingClock;
import io.hookline.queue.ManualClock;
import io.hookline.queue.Priority;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The clock for the watcher's delays, while the machine's clock is set. */
class NonDecreasingClockTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualClock timeOfDay = new ManualClock();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // it may overflow
    private final Instant start = timeOfDay.instant();
    private final NonDecreasingClock clock = new NonDecreasingClock(timeOfDay, nanos::get);

    private void pass(Duration time) {
        timeOfDay.advance(time);
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void itFollowsTheTimeOfDay() {
        pass(SECOND);

        assertThat(clock.instant()).isEqualTo(timeOfDay.instant()).isEqualTo(start.plus(SECOND));
    }

    @Test
    void itContinuesWhenTheTimeOfDayIsSetBack() {
        pass(SECOND);
        timeOfDay.advance(HOUR.negated());
        assertThat(clock.instant()).isEqualTo(start.plus(SECOND));

        pass(SECOND);
        assertThat(clock.instant()).isEqualTo(start.plus(SECOND).plus(SECOND));
    }

    @Test
    void itFollowsWhenTheTimeOfDayIsSetForwardAndDoesNotGoBackWithIt() {
        timeOfDay.advance(HOUR);
        assertThat(clock.instant()).isEqualTo(start.plus(HOUR));

        timeOfDay.advance(HOUR.negated());
        pass(SECOND);
        assertThat(clock.instant()).isEqualTo(start.plus(HOUR).plus(SECOND));
    }

    @Test
    void aKeyIsWorkedOnInTimeThoughTheTimeOfDayIsSetBack() {
        WorkQueue<String> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));
        queue.addAfter("a", SECOND, Priority.CHANGE, "the test");
        timeOfDay.advance(HOUR.negated());
        assertThat(queue.poll()).isEmpty();

        pass(SECOND);

        assertThat(queue.poll()).isPresent();
    }
}
