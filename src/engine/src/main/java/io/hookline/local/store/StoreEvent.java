package io.hookline.local.store;

import io.hookline.object.KubeObject;
import org.jspecify.annotations.Nullable;

/**
 * One change of one object.
 *
 * @param revision the revision of the change
 * @param before null if the object was created
 * @param after null if the object was deleted
 */
record StoreEvent(
        long revision,
        @Nullable KubeObject before,
        @Nullable KubeObject after) {

    /** Its size in the log, in bytes. */
    int size() {
        return (before == null ? 0 : before.size()) + (after == null ? 0 : after.size());
    }
}
