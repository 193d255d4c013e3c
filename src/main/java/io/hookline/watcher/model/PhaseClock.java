package io.hookline.watcher.model;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Measures the parts of the syncs of one controller, for metrics. Thread-safe. */
public record PhaseClock(WorkObserver.Work work, InstantSource clock) {

    /** The start of a part. */
    public Instant start() {
        return clock.instant();
    }

    /** Records the end of a part, whether it failed or not. */
    public void ended(WorkObserver.Phase phase, Instant start) {
        work.ended(phase, Duration.between(start, clock.instant()));
    }
}
