package io.hookline.process;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.model.WatcherObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;

/** Counts child writes and syncs by controller. */
final class WatcherMetrics implements WatcherObserver {

    private final MeterRegistry registry;

    WatcherMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void child(String controller, KubeObject parent, ChildAction action, KubeObject child, String why) {
        registry.counter(
                        "hookline_children_total",
                        "controller",
                        controller,
                        "action",
                        action.name().toLowerCase(Locale.ROOT),
                        "kind",
                        child.kind())
                .increment();
    }

    @Override
    public <K> LoopObserver<K> loop(ControllerSpec controller) {
        String name = controller.source().kind() + "-" + controller.name();
        return new LoopObserver<>() {
            @Override
            public void finished(K key, Outcome outcome, Duration took) {
                registry.timer("hookline_sync", "controller", name, "outcome", outcome(outcome))
                        .record(took);
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
}
