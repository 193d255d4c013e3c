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
 */
public record WatcherOptions(
        int workers,
        Duration discoveryInterval,
        Duration cacheFlushInterval,
        LabelSelector targetControllers,
        double eventsPerSecond,
        int eventsBurst) {

    /** What a start without flags means. */
    public static final WatcherOptions DEFAULTS = new WatcherOptions(
            5, Duration.ofSeconds(30), Duration.ofMinutes(30), LabelSelector.EVERYTHING, 1.0 / 300, 25);
}
