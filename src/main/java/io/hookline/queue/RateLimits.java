package io.hookline.queue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * How long a failed key waits: a back-off of its own that doubles with each failure, and one token bucket for all keys
 * of the queue; the larger delay wins.
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
     * With limits of one's own.
     *
     * @param first delay after a key's first failure
     * @param cap longest delay of a key's own back-off
     * @param perSecond tokens that come back each second
     * @param burst tokens that a rested bucket holds
     */
    public RateLimits(InstantSource clock, Duration first, Duration cap, double perSecond, int burst) {
        this.first = first;
        this.cap = cap;
        this.shared = new TokenBucket(perSecond, burst, clock);
    }

    /** 5 ms, doubling up to 1000 s, and 10 a second with a burst of 100: what Metacontroller does. */
    public static <K> RateLimits<K> defaults(InstantSource clock) {
        return new RateLimits<>(clock, Duration.ofMillis(5), Duration.ofSeconds(1000), 10, 100);
    }

    /** Counts a failure, and says how long to wait for it. */
    Duration failed(K key) {
        int before = failures.merge(key, 1, Integer::sum) - 1;
        Duration own = backOff(before);
        Duration ofAll = shared.take();
        return own.compareTo(ofAll) >= 0 ? own : ofAll;
    }

    private Duration backOff(int failuresBefore) {
        int doublings = Math.min(failuresBefore, 40); // any more would overflow, and is far beyond every cap
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
