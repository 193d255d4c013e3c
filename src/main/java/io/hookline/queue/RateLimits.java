package io.hookline.queue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * How long a failed key waits before its retry. Each key has a back-off that doubles with each failure, all keys of the
 * queue share one token bucket, and the larger of the two delays is used.
 *
 * <p>Belongs to one {@link WorkQueue}, whose lock guards it.
 *
 * @param <K> the queue's keys
 */
public final class RateLimits<K> {

    private final Duration first;
    private final Duration cap;
    private final TokenBucket shared;
    private final Map<K, Integer> failures = new HashMap<>();

    /**
     * Limits other than the defaults.
     *
     * @param first delay after a key's first failure
     * @param cap maximum delay of a key's own back-off
     * @param perSecond tokens added to the bucket each second
     * @param burst tokens in a full bucket
     */
    public RateLimits(InstantSource clock, Duration first, Duration cap, double perSecond, int burst) {
        this.first = first;
        this.cap = cap;
        this.shared = new TokenBucket(perSecond, burst, clock);
    }

    /** The limits of Metacontroller: 5 ms, doubled up to 1000 s, and 10 a second with a burst of 100. */
    public static <K> RateLimits<K> defaults(InstantSource clock) {
        return new RateLimits<>(clock, Duration.ofMillis(5), Duration.ofSeconds(1000), 10, 100);
    }

    /** Counts a failure and returns the delay before the retry. */
    Duration failed(K key) {
        int before = failures.merge(key, 1, Integer::sum) - 1;
        Duration own = backOff(before);
        Duration common = shared.take();
        return own.compareTo(common) >= 0 ? own : common;
    }

    private Duration backOff(int failuresBefore) {
        int doublings = Math.min(failuresBefore, 40); // more would overflow, and 40 is far beyond every cap
        Duration delay = first.multipliedBy(1L << doublings);
        return delay.compareTo(cap) < 0 ? delay : cap;
    }

    int failures(K key) {
        return failures.getOrDefault(key, 0);
    }

    void forget(K key) {
        failures.remove(key);
    }
}
