package io.hookline.watcher;

import io.hookline.object.LabelSelector;
import java.time.Duration;

/**
 * How the watcher behaves; the defaults are Metacontroller's.
 *
 * @param workers parents that are synced at a time, per controller
 * @param discoveryInterval how often the server's resources are asked afresh
 * @param cacheFlushInterval how often every parent is looked at again, whatever its controller says
 * @param targetControllers which controllers are run, by their labels
 * @param eventsPerSecond how fast the allowance for events of one object grows again
 * @param eventsBurst how many events one object may get at once
 * @param finalizerReleaseDelay how long a controller may be gone before its finalizer is taken off its parents: who replaces
 *     one by deleting and creating it must not lose a parent's finalize call
 */
public record WatcherOptions(
        int workers,
        Duration discoveryInterval,
        Duration cacheFlushInterval,
        LabelSelector targetControllers,
        double eventsPerSecond,
        int eventsBurst,
        Duration finalizerReleaseDelay) {

    /** What a start without flags means. */
    public static final WatcherOptions DEFAULTS = new WatcherOptions(
            5,
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            LabelSelector.EVERYTHING,
            1.0 / 300,
            25,
            Duration.ofSeconds(5));

    /** The same with another delay. */
    public WatcherOptions releasingFinalizersAfter(Duration delay) {
        return new WatcherOptions(
                workers, discoveryInterval, cacheFlushInterval, targetControllers, eventsPerSecond, eventsBurst, delay);
    }
}
