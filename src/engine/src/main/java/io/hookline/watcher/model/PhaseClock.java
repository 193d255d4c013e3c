package io.hookline.watcher.model;

import io.hookline.trace.Trace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Measures the parts of the syncs of one controller, for metrics and the trace of the sync. Thread-safe. */
public record PhaseClock(WorkObserver.Work work, InstantSource clock) {

    /** The start of a part. */
    public Instant start() {
        return clock.instant();
    }

    /** Records the end of a part, whether it failed or not. */
    public void ended(WorkObserver.Phase phase, Instant start) {
        Instant end = clock.instant();
        work.ended(phase, Duration.between(start, end));
        Trace trace = Trace.current();
        if (trace != null && phase == WorkObserver.Phase.HOOK) {
            trace.hook(start, end);
        }
    }
}
