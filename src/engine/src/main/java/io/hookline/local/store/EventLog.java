package io.hookline.local.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The latest changes of one resource, by position. A reader keeps its own position, so readers cost the writer nothing.
 * Positions only grow; changes before {@link #first} are dropped. Guarded by the lock of {@link Storage}.
 */
final class EventLog {

    private @Nullable StoreEvent[] ring = new @Nullable StoreEvent[16];
    private long first;
    private long next;

    /** The oldest position that is still kept. */
    long first() {
        return first;
    }

    /** The position of the next change to be appended. */
    long next() {
        return next;
    }

    StoreEvent get(long position) {
        return Objects.requireNonNull(ring[slot(position)]);
    }

    void append(StoreEvent change) {
        if (next - first == ring.length) {
            grow();
        }
        ring[slot(next++)] = change;
    }

    StoreEvent dropOldest() {
        int slot = slot(first);
        StoreEvent oldest = Objects.requireNonNull(ring[slot]);
        ring[slot] = null;
        first++;
        return oldest;
    }

    /** The position of the first change after a revision. */
    long after(long revision) {
        long low = first;
        long high = next;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (get(middle).revision() <= revision) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void grow() {
        @Nullable StoreEvent[] larger = new @Nullable StoreEvent[ring.length * 2];
        for (long position = first; position < next; position++) {
            larger[(int) (position % larger.length)] = ring[slot(position)];
        }
        ring = larger;
    }

    private int slot(long position) {
        return (int) (position % ring.length);
    }
}
