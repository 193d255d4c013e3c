package io.hookline.process.metrics;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.process.metrics.MetricFamilies.Buckets;
import io.hookline.process.metrics.MetricFamilies.Seconds;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver.Phase;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Summary;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts syncs, their parts and their writes to children, by controller. Thread-safe. */
final class SyncMetrics implements WatcherObserver {

    private static final String CONTROLLER = "controller";

    private final Summary syncs;
    private final Histogram phases;
    private final Counter children;

    SyncMetrics(MetricFamilies families) {
        syncs = families.summary(
                "hookline_sync_seconds",
                "Syncs of parents by outcome: done, again (not done, without a failure) or failed.",
                CONTROLLER,
                "outcome");
        phases = families.histogram(
                "hookline_sync_phase_seconds",
                "The parts of syncs: claim, hook, apply, and status, which is a part of apply.",
                Buckets.phase(),
                CONTROLLER,
                "phase");
        children = families.counter(
                "hookline_children_total", "Writes to children by kind.", CONTROLLER, "action", "kind");
    }

    /** The controller in all metrics: the name of its queue, as in Metacontroller. */
    static String name(ControllerSpec controller) {
        return ControllerName.of(controller.source()).label();
    }

    /** The histograms of one controller's syncs. */
    Map<Phase, DistributionDataPoint> phases(ControllerSpec controller) {
        Map<Phase, DistributionDataPoint> all = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.values()) {
            all.put(phase, phases.labelValues(name(controller), text(phase)));
        }
        return all;
    }

    /** Removes the series of a controller. */
    void remove(ControllerSpec controller) {
        String name = name(controller);
        syncs.removeIf(labels -> isFirst(labels, name));
        phases.removeIf(labels -> isFirst(labels, name));
        children.removeIf(labels -> isFirst(labels, name));
    }

    private static boolean isFirst(List<String> labels, String value) {
        return labels.getFirst().equals(value);
    }

    @Override
    public void child(ControllerName controller, KubeObject parent, ChildAction action, KubeObject child, String why) {
        children.labelValues(controller.label(), text(action), child.kind()).inc();
    }

    @Override
    public <K> LoopObserver<K> loop(ControllerSpec controller) {
        String name = name(controller);
        Map<String, DistributionDataPoint> byOutcome = new ConcurrentHashMap<>();
        return new LoopObserver<>() {
            @Override
            public void finished(K key, Outcome outcome, Duration took) {
                byOutcome
                        .computeIfAbsent(outcome(outcome), text -> syncs.labelValues(name, text))
                        .observe(Seconds.of(took));
            }
        };
    }

    private static String outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.AwaitChange _, Outcome.RequeueAfter _ -> "done";
            case Outcome.RetryAfter _, Outcome.Waiting _, Outcome.Retry _ -> "again";
            case Outcome.Failed _ -> "failed";
        };
    }

    private static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
