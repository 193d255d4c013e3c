package io.hookline.process.metrics;

import java.time.Duration;

/** Durations as metrics have them. */
final class Seconds {
    private Seconds() {}

    static double of(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }
}
