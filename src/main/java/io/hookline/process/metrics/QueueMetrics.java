package io.hookline.process.metrics;

import io.hookline.queue.QueueObserver;
import io.hookline.queue.QueueState;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

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
}
