package io.hookline.watcher.sync;

import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.watcher.model.ParentKey;
import java.time.Duration;

/**
 * When parents are synced though nothing has changed. These are no retries, which {@link
 * io.hookline.reconcile.ControllerLoop} decides: they hold however a sync ends.
 *
 * @param resync how often each parent is synced at least
 */
public record SyncSchedule(WorkQueue<ParentKey> queue, Duration resync) {

    /** A little early, each parent by its own fixed share, so that those that came together come apart. */
    void resync(ParentKey key) {
        double early = Math.floorMod(key.hashCode(), 1000) / 10_000.0;
        Duration after = resync.minusMillis((long) (resync.toMillis() * early));
        queue.addAfter(key, after, Priority.RESYNC, "resync");
    }

    /** The hook's {@code resyncAfterSeconds}. */
    void asHookWants(ParentKey key, Duration after) {
        queue.addAfter(key, after, Priority.CHANGE, "the hook asked to be called again");
    }

    /** Something outside of all caches may have changed by then. */
    void lookAgain(ParentKey key, Duration after, String cause) {
        queue.addAfter(key, after, Priority.RESYNC, cause);
    }
}
