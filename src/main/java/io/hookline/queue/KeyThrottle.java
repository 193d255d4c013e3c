package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows stormy keys down: once a key was taken more than five times within a second, it is taken at intervals of at
 * least 50 ms until it has calmed down. The first ones go at once, so a single change never waits.
 *
 * <p>Remembers only keys that were taken within the last second. Not thread-safe.
 */
final class KeyThrottle<K> {

    static final int FREE_TURNS = 5;
    static final Duration WINDOW = Duration.ofSeconds(1);
    static final Duration INTERVAL = Duration.ofMillis(50);

    /** Of each key the last {@code FREE_TURNS + 1} turns; the key that was taken longest ago comes first. */
    private final LinkedHashMap<K, Deque<Instant>> turns = new LinkedHashMap<>();

    /** Notes that a key is taken. */
    void taken(K key, Instant now) {
        Deque<Instant> last = turns.remove(key);
        if (last == null) {
            last = new ArrayDeque<>(2);
        }
        if (last.size() > FREE_TURNS) {
            last.removeFirst();
        }
        last.addLast(now);
        turns.put(key, last);
        forgetBefore(now.minus(WINDOW));
    }

    /** When the key may be taken next; in the past, if at once. */
    Instant freeAt(K key) {
        Deque<Instant> last = turns.get(key);
        if (last == null || last.size() <= FREE_TURNS) {
            return Instant.MIN;
        }
        Instant spaced = last.getLast().plus(INTERVAL);
        Instant calm = last.getFirst().plus(WINDOW);
        return spaced.isBefore(calm) ? spaced : calm;
    }

    private void forgetBefore(Instant limit) {
        Map.Entry<K, Deque<Instant>> eldest = turns.firstEntry();
        while (eldest != null && !eldest.getValue().getLast().isAfter(limit)) {
            turns.pollFirstEntry();
            eldest = turns.firstEntry();
        }
    }
}
