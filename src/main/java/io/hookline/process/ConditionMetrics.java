package io.hookline.process;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.watcher.model.ControllerSummary;
import io.hookline.watcher.model.WatcherObserver;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * Shows the conditions of controllers, and how many parents they have, as metrics: {@code hookline_controller_condition} is 1 for
 * the current status of each condition and 0 for the others. Their number does not depend on the number of parents.
 */
final class ConditionMetrics implements WatcherObserver {

    private static final List<String> STATUSES = List.of("True", "False", "Unknown");

    /** The gauges of one controller, and what they show. */
    private static final class Shown {
        private final List<Meter> meters = new ArrayList<>();
        private volatile ControllerSummary last;

        Shown(ControllerSummary first) {
            this.last = first;
        }
    }

    private final MeterRegistry registry;
    private final Map<ControllerName, Shown> controllers = new ConcurrentHashMap<>();

    ConditionMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void controllerChecked(ControllerSummary controller) {
        controllers.computeIfAbsent(controller.controller(), _ -> register(controller)).last = controller;
    }

    private Shown register(ControllerSummary first) {
        Shown shown = new Shown(first);
        Tags tags = Tags.of("controller", first.controller().label());
        add(shown, "hookline_parents", "Parents of the controller", tags, ControllerSummary::parents);
        add(shown, "hookline_failing_parents", "Parents whose last sync failed", tags, ControllerSummary::failing);
        add(shown, "hookline_paused_parents", "Parents whose syncs are paused", tags, ControllerSummary::paused);
        add(
                shown,
                "hookline_unsettled_objects",
                "Objects that are written more slowly, since their writes never end",
                tags,
                ControllerSummary::unsettled);
        add(
                shown,
                "hookline_hook_rollout_pending_parents",
                "Parents that wait for another version of the hook",
                tags,
                ControllerSummary::behind);
        for (String type : first.conditions().keySet()) {
            for (String status : STATUSES) {
                add(
                        shown,
                        "hookline_controller_condition",
                        "1 for the current status of the condition, otherwise 0",
                        tags.and("type", type, "status", status.toLowerCase(Locale.ROOT)),
                        summary -> status.equals(summary.conditions().get(type)) ? 1 : 0);
            }
        }
        return shown;
    }

    private void add(
            Shown shown, String name, String description, Tags tags, ToDoubleFunction<ControllerSummary> value) {
        shown.meters.add(Gauge.builder(name, shown, each -> value.applyAsDouble(each.last))
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry));
    }

    @Override
    public void controllerForgotten(ControllerName controller) {
        Shown shown = controllers.remove(controller);
        if (shown != null) {
            shown.meters.forEach(registry::remove);
        }
    }
}
