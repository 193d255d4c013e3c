package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A rate limit: a burst without delay, then a number of tokens per second. Thread-safe. */
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
     * @param perSecond tokens added each second
     * @param burst maximum number of tokens
     */
    public TokenBucket(double perSecond, int burst, InstantSource clock) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.clock = clock;
        this.tokens = burst;
        this.filledAt = clock.instant();
    }

    /** Takes a token, on credit if the bucket is empty. Returns how long to wait before using it. */
    public synchronized Duration take() {
        fill();
        tokens--;
        return tokens >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-tokens / perSecond * NANOS));
    }

    /** Puts back a token that was taken and not used. */
    public synchronized void putBack() {
        fill();
        tokens = Math.min(burst, tokens + 1);
    }

    /** Takes a token if one is available. Returns whether it took one. */
    public synchronized boolean tryTake() {
        fill();
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }

    /** Adds the tokens of the time since the last call; none if the clock was set back. */
    private void fill() {
        Instant now = clock.instant();
        double passed = Math.max(0, Duration.between(filledAt, now).toNanos() / NANOS);
        tokens = Math.min(burst, tokens + passed * perSecond);
        filledAt = now;
    }
}
