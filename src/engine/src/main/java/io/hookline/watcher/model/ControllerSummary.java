package io.hookline.watcher.model;

import io.hookline.hook.protocol.ControllerName;
import java.time.Duration;
import java.util.Map;

/**
 * The state of a controller in numbers, for metrics.
 *
 * @param conditions the status of each condition by its type
 * @param parents how many parents it has
 * @param failing how many of them failed in their last sync
 * @param paused how many of them are paused
 * @param unsettled how many objects are written more slowly, since their writes never end
 * @param behind how many parents wait for another version of the hook
 * @param blocked for how long the parent that is blocked longest is, by the reason; zero if none is
 */
public record ControllerSummary(
        ControllerName controller,
        Map<String, String> conditions,
        int parents,
        int failing,
        int paused,
        int unsettled,
        int behind,
        Map<String, Duration> blocked) {
    public ControllerSummary {
        conditions = Map.copyOf(conditions);
        blocked = Map.copyOf(blocked);
    }
}
