package io.hookline.process.metrics;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.watcher.model.ControllerSummary;
import io.hookline.watcher.model.WatcherObserver;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;

/**
 * Shows the conditions of controllers, and how many parents they have, as metrics: {@code hookline_controller_condition} is 1 for
 * the current status of each condition and 0 for the others. Their number does not depend on the number of parents. Thread-safe.
 */
final class ConditionMetrics implements WatcherObserver {

    private static final List<String> STATUSES = List.of("True", "False", "Unknown");
    private static final String CONTROLLER = "controller";

    private final Map<ControllerName, ControllerSummary> controllers = new ConcurrentHashMap<>();

    ConditionMetrics(MetricFamilies families) {
        count(families, "hookline_parents", "Parents of the controller.", ControllerSummary::parents);
        count(families, "hookline_failing_parents", "Parents whose last sync failed.", ControllerSummary::failing);
        count(families, "hookline_paused_parents", "Parents whose syncs are paused.", ControllerSummary::paused);
        count(
                families,
                "hookline_unsettled_objects",
                "Objects that are written more slowly, since their writes never end.",
                ControllerSummary::unsettled);
        count(
                families,
                "hookline_hook_rollout_pending_parents",
                "Parents that wait for another version of the hook.",
                ControllerSummary::behind);
        families.gauge(
                "hookline_controller_condition",
                "1 for the current status of the condition, otherwise 0.",
                values -> controllers.forEach((controller, summary) -> summary.conditions()
                        .forEach((type, present) -> STATUSES.forEach(status -> values.call(
                                status.equals(present) ? 1 : 0,
                                controller.label(),
                                type,
                                status.toLowerCase(Locale.ROOT))))),
                CONTROLLER,
                "type",
                "status");
    }

    private void count(MetricFamilies families, String name, String help, ToIntFunction<ControllerSummary> value) {
        families.gauge(
                name,
                help,
                values -> controllers.forEach(
                        (controller, summary) -> values.call(value.applyAsInt(summary), controller.label())),
                CONTROLLER);
    }

    @Override
    public void controllerChecked(ControllerSummary controller) {
        controllers.put(controller.controller(), controller);
    }

    @Override
    public void controllerForgotten(ControllerName controller) {
        controllers.remove(controller);
    }
}
