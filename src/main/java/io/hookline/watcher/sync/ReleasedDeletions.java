package io.hookline.watcher.sync;

import java.util.Set;

/**
 * Deletions of children that a user has allowed.
 *
 * @param annotation the value that allowed them
 * @param uids of the children
 */
record ReleasedDeletions(String annotation, Set<String> uids) {
    ReleasedDeletions {
        uids = Set.copyOf(uids);
    }

    /** Whether these children were among them, and the annotation still has that value. */
    boolean covers(String annotation, Set<String> uids) {
        return this.annotation.equals(annotation) && this.uids.containsAll(uids);
    }
}
