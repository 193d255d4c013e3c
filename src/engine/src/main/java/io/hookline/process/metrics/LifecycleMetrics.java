package io.hookline.process.metrics;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.process.metrics.MetricFamilies.Buckets;
import io.hookline.process.metrics.MetricFamilies.Seconds;
import io.hookline.queue.QueueObserver;
import io.hookline.queue.QueueState;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.model.WorkObserver;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * How controllers are started, restarted and stopped, with the names of controller-runtime. Thread-safe.
 */
final class LifecycleMetrics {

    private static final String CONTROLLER = "controller";

    private final QueueMetrics queues;
    private final Counter total;
    private final Counter errors;
    private final Counter terminal;
    private final Counter panics;
    private final Counter timeouts;
    private final Histogram time;
    private final Gauge workers;
    private final Map<String, Supplier<QueueState>> open = new ConcurrentHashMap<>();

    LifecycleMetrics(MetricFamilies families, QueueMetrics queues) {
        this.queues = queues;
        String prefix = "controller_runtime_reconcile_";
        total = families.counter(prefix + "total", "Reconciles of controllers.", CONTROLLER, "result");
        errors = families.counter(prefix + "errors_total", "Failed reconciles of controllers.", CONTROLLER);
        terminal = families.counter(
                "controller_runtime_terminal_reconcile_errors_total",
                "Failures after which only a change of the controller helps.",
                CONTROLLER);
        panics = families.counter(prefix + "panics_total", "Reconciles that failed unexpectedly.", CONTROLLER);
        timeouts = families.counter(prefix + "timeouts_total", "Always 0: reconciles have no time limit.", CONTROLLER);
        time = families.histogram(
                prefix + "time_seconds", "How long reconciles of controllers took.", Buckets.reconcile(), CONTROLLER);
        workers = families.gauge(
                "controller_runtime_max_concurrent_reconciles", "How many controllers start at a time.", CONTROLLER);
        families.gauge(
                "controller_runtime_active_workers",
                "How many controllers are being started or stopped.",
                values -> open.forEach((name, state) -> values.call(state.get().processing(), name)),
                CONTROLLER);
    }

    /** The observer of one type's controllers. */
    <K> WorkObserver.Lifecycle<K> of(ControllerType type) {
        String name = switch (type) {
            case COMPOSITE -> "composite-metacontroller";
            case DECORATOR -> "decorator-metacontroller";
        };
        for (String result : List.of("success", "error", "requeue", "requeue_after")) {
            total.initLabelValues(name, result);
        }
        List.of(errors, terminal, panics, timeouts).forEach(each -> each.initLabelValues(name));
        return new Observer<>(name, queues.observer(name), time.labelValues(name));
    }

    private void count(String name, Outcome outcome) {
        switch (outcome) {
            case Outcome.AwaitChange _, Outcome.Waiting _ ->
                total.labelValues(name, "success").inc();
            case Outcome.RequeueAfter _, Outcome.RetryAfter _ ->
                total.labelValues(name, "requeue_after").inc();
            case Outcome.Retry _ -> failed(name);
            case Outcome.Failed _ -> {
                panics.labelValues(name).inc(); // expected failures are retries
                failed(name);
            }
        }
    }

    private void failed(String name) {
        total.labelValues(name, "error").inc();
        errors.labelValues(name).inc();
    }

    private final class Observer<K> implements WorkObserver.Lifecycle<K> {
        private final String name;
        private final QueueObserver<K> queue;
        private final DistributionDataPoint times;

        Observer(String name, QueueObserver<K> queue, DistributionDataPoint times) {
            this.name = name;
            this.queue = queue;
            this.times = times;
        }

        @Override
        public void created(Supplier<QueueState> state, int atATime) {
            queues.opened(name, "0", state);
            open.put(name, state);
            workers.labelValues(name).set(atATime);
        }

        @Override
        public void finished(K key, Outcome outcome, Duration took) {
            times.observe(Seconds.of(took));
            count(name, outcome);
        }

        @Override
        public void added(K key) {
            queue.added(key);
        }

        @Override
        public void taken(K key, Duration waited) {
            queue.taken(key, waited);
        }

        @Override
        public void done(K key, Duration worked) {
            queue.done(key, worked);
        }

        @Override
        public void retried(K key) {
            queue.retried(key);
        }
    }
}
