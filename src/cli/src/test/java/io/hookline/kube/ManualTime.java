package io.hookline.kube;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that only {@link #advance} moves. */
public final class ManualTime implements InstantSource {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public synchronized Instant instant() {
        return now;
    }

    public synchronized void advance(Duration time) {
        now = now.plus(time);
    }
}
