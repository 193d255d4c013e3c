package io.hookline.queue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How long a failed key waits before its retry. Each key has a back-off that doubles with each failure, all keys of the
 * queue share one token bucket, and the larger of the two delays is used.
 *
 * <p>A retry that is dropped, because its key changed and is processed before, costs nothing: its token is put back, and if the key
 * fails again, its back-off stays. Otherwise parents that change while a hook is down would wait for minutes when it is back, and
 * delay the retries of all others.
 *
 * <p>Belongs to one {@link WorkQueue}, whose lock guards it.
 *
 * @param <K> the queue's keys
 */
public final class RateLimits<K> {

    private final Duration first;
    private final Duration cap;
    private final TokenBucket shared;
    private final Map<K, Failures> failed = new HashMap<>();

    /** Keys whose retry waits. */
    private final Set<K> waiting = new HashSet<>();

    /** Keys whose last retry was dropped. */
    private final Set<K> dropped = new HashSet<>();

    private record Failures(int count, int doublings) {
        static final Failures FIRST = new Failures(1, 0);

        Failures next(boolean doubles) {
            return new Failures(count + 1, doubles ? doublings + 1 : doublings);
        }
    }

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
        boolean doubles = !dropped.remove(key);
        Failures now = failed.merge(key, Failures.FIRST, (last, _) -> last.next(doubles));
        putBack(key); // at most one retry of a key waits
        waiting.add(key);
        Duration own = backOff(now.doublings());
        Duration common = shared.take();
        return own.compareTo(common) >= 0 ? own : common;
    }

    /** The retry of a key is due. */
    void retryDue(K key) {
        waiting.remove(key);
    }

    /** A key is processed; if its retry still waits, it is dropped. */
    void taken(K key) {
        if (putBack(key)) {
            dropped.add(key);
        }
    }

    private boolean putBack(K key) {
        boolean unused = waiting.remove(key);
        if (unused) {
            shared.putBack();
        }
        return unused;
    }

    private Duration backOff(int doublings) {
        int most = Math.min(doublings, 40); // more would overflow, and 40 is far beyond every cap
        Duration delay = first.multipliedBy(1L << most);
        return delay.compareTo(cap) < 0 ? delay : cap;
    }

    int failures(K key) {
        Failures known = failed.get(key);
        return known == null ? 0 : known.count();
    }

    void forget(K key) {
        failed.remove(key);
        dropped.remove(key);
    }
}
