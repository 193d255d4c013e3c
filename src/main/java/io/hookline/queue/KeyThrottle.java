package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down keys that change very often. Once a key was taken more than five times within a second, it is taken at
 * intervals of at least 50 ms, until it changes less often. The first five are not delayed, so a single change never waits.
 *
 * <p>Remembers only keys that were taken within the last second. Not thread-safe.
 */
final class KeyThrottle<K> {

    static final int BURST = 5;
    static final Duration WINDOW = Duration.ofSeconds(1);
    static final Duration INTERVAL = Duration.ofMillis(50);

    /** When each key was taken, the last {@code BURST + 1} times; the key that was taken longest ago comes first. */
    private final LinkedHashMap<K, Deque<Instant>> takenAt = new LinkedHashMap<>();

    /** Records that a key is taken. */
    void taken(K key, Instant now) {
        Deque<Instant> last = takenAt.remove(key);
        if (last == null) {
            last = new ArrayDeque<>(2);
        }
        if (last.size() > BURST) {
            last.removeFirst();
        }
        last.addLast(now);
        takenAt.put(key, last);
        forgetBefore(now.minus(WINDOW));
    }

    /** The earliest time at which the key may be taken; a time in the past means now. */
    Instant freeAt(K key) {
        Deque<Instant> last = takenAt.get(key);
        if (last == null || last.size() <= BURST) {
            return Instant.MIN;
        }
        Instant spaced = last.getLast().plus(INTERVAL);
        Instant calm = last.getFirst().plus(WINDOW);
        return spaced.isBefore(calm) ? spaced : calm;
    }

    private void forgetBefore(Instant limit) {
        Map.Entry<K, Deque<Instant>> eldest = takenAt.firstEntry();
        while (eldest != null && !eldest.getValue().getLast().isAfter(limit)) {
            takenAt.pollFirstEntry();
            eldest = takenAt.firstEntry();
        }
    }
}
