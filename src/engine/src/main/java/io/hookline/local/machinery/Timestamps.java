package io.hookline.local.machinery;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Timestamps as they are written into objects: whole seconds, in UTC. */
public record Timestamps(InstantSource clock) {

    public String now() {
        return text(clock.instant());
    }

    public String in(long seconds) {
        return text(clock.instant().plusSeconds(seconds));
    }

    private static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
