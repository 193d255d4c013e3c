package io.hookline.election;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Two clocks, since neither is sufficient alone. The counter continues while a process is stopped, and cannot be set; but on
 * some machines it stands still while the machine is suspended. The time of day shows that, but can be set.
 *
 * @param nanos counts nanoseconds and never decreases
 * @param wall the time of day
 */
public record ElectionClock(LongSupplier nanos, InstantSource wall) {

    /** One reading of both clocks. */
    record Reading(long nanos, Instant wall) {
        Reading plus(Duration time) {
            return new Reading(nanos + time.toNanos(), wall.plus(time));
        }
    }

    Reading read() {
        return new Reading(nanos.getAsLong(), wall.instant());
    }

    /** The time from now until a reading, by the counter. */
    Duration until(Reading end) {
        return Duration.ofNanos(end.nanos() - nanos.getAsLong());
    }

    /** The time from now until a reading, by the clock that shows less. */
    Duration untilByBoth(Reading end) {
        Duration counted = until(end);
        Duration byDay = Duration.between(wall.instant(), end.wall());
        return counted.compareTo(byDay) < 0 ? counted : byDay;
    }
}
