package io.hookline.watcher.state;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Desired children of one parent whose names other objects have. Nothing brings an event that would name the parent when such
 * an object is deleted, so the parent is synced again after a growing delay. Thread-safe.
 */
public final class NameConflicts {

    /** When to look again for the first time. */
    public static final Duration FIRST = Duration.ofSeconds(1);

    private static final int MOST_DOUBLINGS = 8;

    private final Map<String, Integer> seen = new HashMap<>();
    private final Set<String> warned = new HashSet<>();

    /** When to look again at a child whose name was found taken once more: 1 s, 2 s, 4 s, ... 256 s. */
    public synchronized Duration nextLook(String child) {
        int before = seen.merge(child, 1, Integer::sum) - 1;
        return FIRST.multipliedBy(1L << Math.min(before, MOST_DOUBLINGS));
    }

    /** Whether a warning is due: one for each conflict. */
    public synchronized boolean warnOnce(String child) {
        return warned.add(child);
    }

    /** The child exists now. */
    public synchronized void resolved(String child) {
        seen.remove(child);
        warned.remove(child);
    }
}
