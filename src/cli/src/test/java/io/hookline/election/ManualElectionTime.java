package io.hookline.election;

import java.time.Duration;
import java.time.Instant;

/** Two clocks that only the test moves, together or alone. */
final class ManualElectionTime {

    private long nanos = Long.MAX_VALUE - 5_000_000_000L; // the counter may overflow
    private Instant wall;

    ManualElectionTime(String now) {
        wall = Instant.parse(now);
    }

    void advance(Duration time) {
        nanos += time.toNanos();
        wall = wall.plus(time);
    }

    void advanceSeconds(double seconds) {
        advance(Duration.ofMillis(Math.round(seconds * 1000)));
    }

    /** The machine is suspended, and its counter stands still; or its time of day is set. */
    void jump(Duration time) {
        wall = wall.plus(time);
    }

    ElectionClock clock() {
        return new ElectionClock(() -> nanos, () -> wall);
    }

    @Override
    public String toString() {
        return wall.toString();
    }
}
