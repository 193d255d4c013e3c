package io.hookline.local.store;

import io.hookline.object.KubeObject;
import org.jspecify.annotations.Nullable;

/**
 * One change of one object.
 *
 * @param revision its place in the order of all changes
 * @param before null when it was created
 * @param after null when it was deleted
 */
record StoreEvent(
        long revision,
        @Nullable KubeObject before,
        @Nullable KubeObject after) {

    /** What it costs to remember it. */
    int size() {
        return (before == null ? 0 : before.size()) + (after == null ? 0 : after.size());
    }
}
