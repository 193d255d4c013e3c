package io.hookline.process.metrics;

import io.hookline.process.metrics.MetricFamilies.Buckets;
import io.hookline.process.metrics.MetricFamilies.Seconds;
import io.hookline.queue.QueueObserver;
import io.hookline.queue.QueueState;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The metrics of work queues, with the names of controller-runtime. Thread-safe. */
final class QueueMetrics {

    private static final String[] LABELS = {"name", "controller"};

    private final Counter adds;
    private final Counter retries;
    private final Histogram waited;
    private final Histogram worked;
    private final Map<String, QueueGauges.Queue> open = new ConcurrentHashMap<>();

    QueueMetrics(MetricFamilies families) {
        adds = families.counter("workqueue_adds_total", "Keys that became dirty.", LABELS);
        retries = families.counter("workqueue_retries_total", "Retries of failed or postponed keys.", LABELS);
        waited = families.histogram(
                "workqueue_queue_duration_seconds",
                "How long keys waited until a worker took them.",
                Buckets.queue(),
                LABELS);
        worked = families.histogram(
                "workqueue_work_duration_seconds", "How long workers processed keys.", Buckets.queue(), LABELS);
        families.add(new QueueGauges(open));
    }

    /** The observer of one queue; its series exist from now on. */
    <K> QueueObserver<K> observer(String name) {
        return new Observer<>(
                adds.labelValues(name, name),
                retries.labelValues(name, name),
                waited.labelValues(name, name),
                worked.labelValues(name, name));
    }

    /** From now on, a scrape reads the state of this queue. */
    void opened(String name, String priority, Supplier<QueueState> state) {
        open.put(name, new QueueGauges.Queue(priority, state));
    }

    /** Removes the series of a queue. */
    void remove(String name) {
        open.remove(name);
        adds.remove(name, name);
        retries.remove(name, name);
        waited.remove(name, name);
        worked.remove(name, name);
    }

    private record Observer<K>(
            CounterDataPoint adds, CounterDataPoint retries, DistributionDataPoint waited, DistributionDataPoint worked)
            implements QueueObserver<K> {

        @Override
        public void added(K key) {
            adds.inc();
        }

        @Override
        public void retried(K key) {
            retries.inc();
        }

        @Override
        public void taken(K key, Duration time) {
            waited.observe(Seconds.of(time));
        }

        @Override
        public void done(K key, Duration time) {
            worked.observe(Seconds.of(time));
        }
    }

    /** The present state of all work queues. It is read once for all gauges of a scrape. */
    static final class QueueGauges implements MultiCollector { // not a record: the registry finds it by its identity

        private final Map<String, Queue> queues;

        /** @param queues by name; may change at any time */
        QueueGauges(Map<String, Queue> queues) {
            this.queues = queues;
        }

        /**
         * One queue.
         *
         * @param priority the priority that its depth names
         */
        record Queue(String priority, Supplier<QueueState> state) {}

        private record Read(String name, String priority, QueueState state) {

            Labels labels() {
                return Labels.of("controller", name, "name", name);
            }
        }

        @Override
        public MetricSnapshots collect() {
            List<Read> all = new TreeMap<>(queues)
                    .entrySet().stream()
                            .map(each -> new Read(
                                    each.getKey(),
                                    each.getValue().priority(),
                                    each.getValue().state().get()))
                            .toList();
            GaugeSnapshot.Builder depth = gauge("workqueue_depth", "How many keys wait.");
            all.forEach(each -> depth.dataPoint(point(
                    each.labels().merge(Labels.of("priority", each.priority())),
                    each.state().waiting())));
            GaugeSnapshot.Builder age =
                    gauge("hookline_queue_age_seconds", "How long the key that waits longest has waited.");
            all.forEach(each -> age.dataPoint(point(
                    Labels.of("controller", each.name()),
                    Seconds.of(each.state().oldest()))));
            return MetricSnapshots.of(
                    depth.build(),
                    age.build(),
                    gauge(
                            "workqueue_unfinished_work_seconds",
                            "The sum of the times for which keys are being processed.",
                            all,
                            state -> Seconds.of(state.unfinished())),
                    gauge(
                            "workqueue_longest_running_processor_seconds",
                            "How long the longest present processing of a key takes.",
                            all,
                            state -> Seconds.of(state.longest())));
        }

        private static GaugeSnapshot gauge(
                String name, String help, List<Read> all, ToDoubleFunction<QueueState> value) {
            GaugeSnapshot.Builder gauge = gauge(name, help);
            all.forEach(each -> gauge.dataPoint(point(each.labels(), value.applyAsDouble(each.state()))));
            return gauge.build();
        }

        private static GaugeSnapshot.Builder gauge(String name, String help) {
            return GaugeSnapshot.builder().name(name).help(help);
        }

        private static GaugeDataPointSnapshot point(Labels labels, double value) {
            return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
        }
    }
}
