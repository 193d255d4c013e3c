package io.hookline.queue;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys that workers process, and which of them were added again meanwhile. Not thread-safe. */
final class ProcessingSet<K> {

    /** The processing of one key; {@code again} is null unless the key was added again meanwhile. */
    static final class Work {
        @Nullable
        Pending again;
    }

    private final Map<K, Work> byKey = new HashMap<>();
    private int addedAgain;

    void begin(K key) {
        byKey.put(key, new Work());
    }

    boolean contains(K key) {
        return byKey.containsKey(key);
    }

    /** Adds a key that is being processed. */
    void addAgain(K key, Pending pending) {
        Work work = byKey.get(key);
        if (work == null) {
            throw new IllegalStateException("the key is not being processed: " + key);
        }
        if (work.again != null) {
            work.again = work.again.and(pending);
        } else {
            work.again = pending;
            addedAgain++;
        }
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

    int size() {
        return byKey.size();
    }

    int addedAgain() {
        return addedAgain;
    }
}
