package io.hookline.watcher.sync;

import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.trace.Cause;
import io.hookline.watcher.model.ParentKey;
import java.time.Duration;

/**
 * Queues syncs that are due without a change. They do not depend on the outcome of the current sync; retries are decided by
 * {@link io.hookline.reconcile.ControllerLoop}.
 *
 * @param resync maximum time between two syncs of one parent; 0 or less for no resync, as in Metacontroller
 */
record SyncSchedule(WorkQueue<ParentKey> queue, Duration resync) {

    /**
     * Queues the periodic resync. It is up to 10 % early, by a fixed share for each parent, so that parents that were
     * created together are not synced together.
     */
    void resync(ParentKey key) {
        if (!resync.isPositive()) {
            return;
        }
        double early = Math.floorMod(key.hashCode(), 1000) / 10_000.0;
        Duration after = resync.minusMillis((long) (resync.toMillis() * early));
        queue.addAfter(key, after, Priority.RESYNC, "resync");
    }

    /** Queues the sync that the hook requested with {@code resyncAfterSeconds}. */
    void resyncAfter(ParentKey key, Duration after) {
        queue.addAfter(key, after, Priority.CHANGE, "resyncAfterSeconds of the hook");
    }

    /** Queues a sync for a change that no cache reports. */
    void syncAgain(ParentKey key, Duration after, Cause cause) {
        queue.addAfter(key, after, Priority.RESYNC, cause);
    }
}
