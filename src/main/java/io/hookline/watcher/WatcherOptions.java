package io.hookline.watcher;

import io.hookline.object.LabelSelector;
import java.time.Duration;

/**
 * Options of the watcher; the defaults are Metacontroller's.
 *
 * @param workers maximum number of parents that one controller syncs at a time
 * @param discoveryInterval how often discovery is refreshed
 * @param cacheFlushInterval maximum time between two syncs of a parent; a controller's resync period may be shorter
 * @param targetControllers selects the controllers to run by their labels
 * @param eventsPerSecond rate limit for the events of one object
 * @param eventsBurst how many events one object may get without a limit
 * @param finalizerReleaseDelay time from the deletion of a controller until its finalizer is removed from its parents; if it is
 *     replaced by deleting and creating it, the finalize calls of its parents must not be lost
 * @param revisionNamespace the namespace for ControllerRevisions of cluster-scoped parents
 */
public record WatcherOptions(
        int workers,
        Duration discoveryInterval,
        Duration cacheFlushInterval,
        LabelSelector targetControllers,
        double eventsPerSecond,
        int eventsBurst,
        Duration finalizerReleaseDelay,
        String revisionNamespace) {

    /** The options of a start without flags. */
    public static final WatcherOptions DEFAULTS = new WatcherOptions(
            5,
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            LabelSelector.EVERYTHING,
            1.0 / 300,
            25,
            Duration.ofSeconds(5),
            "default");

    /** Copies these options with another delay for the release of finalizers. */
    public WatcherOptions releasingFinalizersAfter(Duration delay) {
        return new WatcherOptions(
                workers,
                discoveryInterval,
                cacheFlushInterval,
                targetControllers,
                eventsPerSecond,
                eventsBurst,
                delay,
                revisionNamespace);
    }
}
