package io.hookline.watcher.model;

import java.util.Map;

/**
 * The state of a controller in numbers, for metrics.
 *
 * @param controller its kind and name, such as {@code CompositeController-web}
 * @param conditions the status of each condition by its type
 * @param parents how many parents it has
 * @param failing how many of them failed in their last sync
 * @param paused how many of them are paused
 */
public record ControllerSummary(
        String controller, Map<String, String> conditions, int parents, int failing, int paused) {
    public ControllerSummary {
        conditions = Map.copyOf(conditions);
    }
}
