package io.hookline.informer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Random times, so that many informers do not act at the same time. Thread-safe over a generator that may not be. */
final class Jitter {

    private final RandomGenerator random;

    Jitter(RandomGenerator random) {
        this.random = random;
    }

    /** A random time in this range. */
    Duration between(Duration min, Duration max) {
        long span = max.minus(min).toNanos();
        synchronized (random) {
            return min.plusNanos(span <= 0 ? 0 : random.nextLong(span));
        }
    }
}
