package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A rate limit: a burst at once, then a number of tokens per second. Thread-safe. */
public final class TokenBucket {

    private static final double NANOS = 1e9;

    private final double perSecond;
    private final int burst;
    private final InstantSource clock;

    /** Negative while callers wait: they have taken their tokens already. */
    private double tokens;

    private Instant filledAt;

    /**
     * A full bucket.
     *
     * @param perSecond tokens that come back each second
     * @param burst the most tokens it holds
     */
    public TokenBucket(double perSecond, int burst, InstantSource clock) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.clock = clock;
        this.tokens = burst;
        this.filledAt = clock.instant();
    }

    /** Takes a token, on credit if there is none. Returns how long to wait before using it. */
    public synchronized Duration take() {
        fill();
        tokens--;
        return tokens >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-tokens / perSecond * NANOS));
    }

    /** Takes a token if there is one. Returns whether there was. */
    public synchronized boolean tryTake() {
        fill();
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }

    /** A clock that was set back adds nothing, and removes nothing. */
    private void fill() {
        Instant now = clock.instant();
        double passed = Math.max(0, Duration.between(filledAt, now).toNanos() / NANOS);
        tokens = Math.min(burst, tokens + passed * perSecond);
        filledAt = now;
    }
}
