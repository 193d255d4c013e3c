package io.hookline.process.metrics;

import io.hookline.queue.QueueState;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The present state of all work queues. It is read once for all gauges of a scrape. */
final class QueueGauges implements MultiCollector { // not a record: the registry finds it by its identity

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
                Labels.of("controller", each.name()), Seconds.of(each.state().oldest()))));
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

    private static GaugeSnapshot gauge(String name, String help, List<Read> all, ToDoubleFunction<QueueState> value) {
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
