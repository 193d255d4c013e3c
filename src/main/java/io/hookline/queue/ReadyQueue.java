package io.hookline.queue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keys that may be taken now, first in, first out within their priority. Changes are taken before resyncs, but at least
 * one key in sixteen is a resync, so that an endless stream of changes does not starve resyncs. Not thread-safe.
 */
final class ReadyQueue<K> {

    private static final int KEYS_PER_RESYNC = 16;

    private final LinkedHashMap<K, Pending> changes = new LinkedHashMap<>();
    private final LinkedHashMap<K, Pending> resyncs = new LinkedHashMap<>();
    private int changesInARow;

    /** Adds a key behind the others of its priority. It must not be in this queue yet. */
    void append(K key, Pending pending) {
        of(pending.priority()).put(key, pending);
    }

    /** Merges into a key of this queue; returns false if the key is not in it. */
    boolean merge(K key, Pending more) {
        if (changes.computeIfPresent(key, (_, known) -> known.and(more)) != null) {
            return true;
        }
        Pending known = resyncs.get(key);
        if (known == null) {
            return false;
        }
        Pending merged = known.and(more);
        if (merged.priority() == Priority.CHANGE) {
            resyncs.remove(key);
        }
        of(merged.priority()).put(key, merged);
        return true;
    }

    /** Takes the next key; null if the queue is empty. */
    Map.@Nullable Entry<K, Pending> pollFirst() {
        boolean resyncIsNext = changes.isEmpty() || changesInARow >= KEYS_PER_RESYNC - 1;
        if (resyncIsNext && !resyncs.isEmpty()) {
            changesInARow = 0;
            return resyncs.pollFirstEntry();
        }
        changesInARow = resyncs.isEmpty() ? 0 : changesInARow + 1;
        return changes.pollFirstEntry();
    }

    /** A key of this queue; null if it is not in it. */
    @Nullable
    Pending find(K key) {
        Pending change = changes.get(key);
        return change == null ? resyncs.get(key) : change;
    }

    void forEach(BiConsumer<K, Pending> action) {
        changes.forEach(action);
        resyncs.forEach(action);
    }

    int size() {
        return changes.size() + resyncs.size();
    }

    private SequencedMap<K, Pending> of(Priority priority) {
        return switch (priority) {
            case CHANGE -> changes;
            case RESYNC -> resyncs;
        };
    }
}
