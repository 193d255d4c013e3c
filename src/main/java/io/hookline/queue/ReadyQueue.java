package io.hookline.queue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Keys that may be taken now, first come first served within their priority. Changes overtake resyncs, but every
 * sixteenth turn is a resync's, so that an unending stream of changes does not starve them. Not thread-safe.
 */
final class ReadyQueue<K> {

    private static final int TURNS_PER_RESYNC = 16;

    private final LinkedHashMap<K, Pending> changes = new LinkedHashMap<>();
    private final LinkedHashMap<K, Pending> resyncs = new LinkedHashMap<>();
    private int changesInARow;

    /** At the end of its line. It must not be in line yet. */
    void append(K key, Pending pending) {
        of(pending.priority()).put(key, pending);
    }

    /** Merges into a key that is in line already. */
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

    /** Takes the key whose turn it is, or null if nobody is in line. */
    Map.@Nullable Entry<K, Pending> pollFirst() {
        boolean resyncsTurn = changes.isEmpty() || changesInARow >= TURNS_PER_RESYNC - 1;
        if (resyncsTurn && !resyncs.isEmpty()) {
            changesInARow = 0;
            return resyncs.pollFirstEntry();
        }
        changesInARow = resyncs.isEmpty() ? 0 : changesInARow + 1;
        return changes.pollFirstEntry();
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
