package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that tests advance. Thread-safe. */
public final class ManualClock implements InstantSource {

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    /** Advances the clock. */
    public synchronized void advance(Duration time) {
        now = now.plus(time);
    }

    /** Advances the clock to a time, unless that is in the past. */
    public synchronized void advanceTo(Instant then) {
        if (then.isAfter(now)) {
            now = then;
        }
    }
}
