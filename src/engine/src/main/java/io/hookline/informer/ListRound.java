package io.hookline.informer;

import io.hookline.object.ObjectKey;
import java.util.HashSet;
import java.util.Set;

/** The keys that one complete list has contained so far. Not thread-safe. */
final class ListRound {

    private final Set<ObjectKey> seen = new HashSet<>();

    void add(ObjectKey key) {
        seen.add(key);
    }

    void remove(ObjectKey key) {
        seen.remove(key);
    }

    boolean hasSeen(ObjectKey key) {
        return seen.contains(key);
    }
}
