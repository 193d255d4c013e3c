package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keys that wait, each for the earliest time requested for it. Not thread-safe. */
final class DelayedKeys<K> {

    /** Longer delays are shortened to this one: the range of {@link Instant} is limited. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** One waiting key; the number orders the keys that are due at the same instant. */
    record Delayed<K>(K key, Instant due, long number, Pending pending) {}

    private final Map<K, Delayed<K>> byKey = new HashMap<>();
    private final TreeSet<Delayed<K>> byTime = new TreeSet<>(
            Comparator.<Delayed<K>, Instant>comparing(Delayed::due).thenComparingLong(Delayed::number));
    private long lastNumber;

    /** Adds a key; the delay starts when the key began to wait. */
    void addAfter(K key, Duration delay, Pending pending) {
        add(key, pending.since().plus(delay.compareTo(LONGEST) < 0 ? delay : LONGEST), pending);
    }

    void add(K key, Instant due, Pending pending) {
        Delayed<K> known = byKey.get(key);
        if (known == null) {
            put(new Delayed<>(key, due, ++lastNumber, pending));
            return;
        }
        if (due.isAfter(known.due())) {
            return; // what is due later is no cause of what happens before
        }
        byTime.remove(known);
        boolean same = due.equals(known.due());
        put(new Delayed<>(key, due, known.number(), same ? known.pending().and(pending) : pending));
    }

    private void put(Delayed<K> delayed) {
        byKey.put(delayed.key(), delayed);
        byTime.add(delayed);
    }

    /** Merges causes into a key that already waits, without changing its time; returns false if the key does not wait. */
    boolean merge(K key, Pending more) {
        Delayed<K> known = byKey.get(key);
        if (known == null) {
            return false;
        }
        add(key, known.due(), more);
        return true;
    }

    /** Removes the keys that are due and passes them on, the earliest first. */
    void release(Instant now, Consumer<Delayed<K>> to) {
        while (!byTime.isEmpty() && !byTime.first().due().isAfter(now)) {
            Delayed<K> first = byTime.removeFirst();
            byKey.remove(first.key());
            to.accept(first);
        }
    }

    /** Removes a key, if it is present. */
    void remove(K key) {
        Delayed<K> known = byKey.remove(key);
        if (known != null) {
            byTime.remove(known);
        }
    }

    /** When the first key is due. */
    Optional<Instant> next() {
        return byTime.isEmpty() ? Optional.empty() : Optional.of(byTime.first().due());
    }

    /** A waiting key; null if it does not wait. */
    @Nullable
    Delayed<K> find(K key) {
        return byKey.get(key);
    }

    void forEach(BiConsumer<K, Pending> action) {
        byKey.forEach((key, delayed) -> action.accept(key, delayed.pending()));
    }

    int size() {
        return byKey.size();
    }

    void clear() {
        byKey.clear();
        byTime.clear();
    }
}
