package io.hookline.queue;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The keys that workers process, and which of them were added again meanwhile. Not thread-safe. */
final class ProcessingSet<K> {

    /** The processing of one key; {@code again} is null unless the key was added again meanwhile. */
    static final class Work {
        final Instant since;

        @Nullable
        Pending again;

        Work(Instant since) {
            this.since = since;
        }
    }

    private final Map<K, Work> byKey = new HashMap<>();
    private int addedAgain;

    void begin(K key, Instant now) {
        byKey.put(key, new Work(now));
    }

    boolean contains(K key) {
        return byKey.containsKey(key);
    }

    /** Adds a key that is being processed; returns false if it was added again before. */
    boolean addAgain(K key, Pending pending) {
        Work work = byKey.get(key);
        if (work == null) {
            throw new IllegalStateException("the key is not being processed: " + key);
        }
        if (work.again != null) {
            work.again = work.again.and(pending);
            return false;
        }
        work.again = pending;
        addedAgain++;
        return true;
    }

    Work end(K key) {
        Work work = byKey.remove(key);
        if (work == null) {
            throw new IllegalStateException("the key is not being processed: " + key);
        }
        if (work.again != null) {
            addedAgain--;
        }
        return work;
    }

    /** Since when a key is processed; null if it is not. */
    @Nullable
    Instant since(K key) {
        Work work = byKey.get(key);
        return work == null ? null : work.since;
    }

    void forEach(BiConsumer<K, Work> action) {
        byKey.forEach(action);
    }

    int size() {
        return byKey.size();
    }

    int addedAgain() {
        return addedAgain;
    }
}
