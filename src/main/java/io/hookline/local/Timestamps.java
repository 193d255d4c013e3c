package io.hookline.local;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The clock as objects show it: whole seconds, in UTC. */
record Timestamps(InstantSource clock) {

    String now() {
        return text(clock.instant());
    }

    String in(long seconds) {
        return text(clock.instant().plusSeconds(seconds));
    }

    private static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
