package io.hookline.kube;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A throttle: so many at once, then so many per second. Thread-safe. */
final class TokenBucket {

    private static final double NANOS = 1e9;

    private final double perSecond;
    private final int burst;
    private final InstantSource clock;

    /** May be negative: those who wait have taken their tokens already. */
    private double tokens;

    private Instant filledAt;

    TokenBucket(double perSecond, int burst, InstantSource clock) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.clock = clock;
        this.tokens = burst;
        this.filledAt = clock.instant();
    }

    /** Takes a token. Returns how long to wait before using it. */
    synchronized Duration take() {
        Instant now = clock.instant();
        double passed = Math.max(0, Duration.between(filledAt, now).toNanos() / NANOS);
        tokens = Math.min(burst, tokens + passed * perSecond) - 1;
        filledAt = now;
        return tokens >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-tokens / perSecond * NANOS));
    }
}
