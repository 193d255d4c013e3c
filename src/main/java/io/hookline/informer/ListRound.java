package io.hookline.informer;

import io.hookline.object.ObjectKey;
import java.util.HashSet;
import java.util.Set;

/** One complete look at all objects: which ones were seen in it. Not thread-safe. */
final class ListRound {

    private final Set<ObjectKey> seen = new HashSet<>();

    void saw(ObjectKey key) {
        seen.add(key);
    }

    void lost(ObjectKey key) {
        seen.remove(key);
    }

    boolean hasSeen(ObjectKey key) {
        return seen.contains(key);
    }
}
