package io.hookline.process.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Summary;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;

/** Creates families of metrics in a registry, and removes them all when it is closed. */
public final class MetricFamilies implements AutoCloseable {

    private final PrometheusRegistry registry;
    private final List<Runnable> removals = new CopyOnWriteArrayList<>();

    /** Creates none yet. */
    public MetricFamilies(PrometheusRegistry registry) {
        this.registry = registry;
    }

    private <C extends Collector> C add(C family) {
        registry.register(family);
        removals.add(() -> registry.unregister(family));
        return family;
    }

    void add(MultiCollector families) {
        registry.register(families);
        removals.add(() -> registry.unregister(families));
    }

    /** A counter, whose name ends in {@code _total}. */
    public Counter counter(String name, String help, String... labels) {
        return add(Counter.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .build());
    }

    Gauge gauge(String name, String help, String... labels) {
        return add(Gauge.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .build());
    }

    /** A gauge whose values are found at each scrape. */
    public void gauge(String name, String help, Consumer<GaugeWithCallback.Callback> values, String... labels) {
        add(GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(values)
                .build());
    }

    /** The count and the sum of durations. */
    Summary summary(String name, String help, String... labels) {
        return add(Summary.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .build());
    }

    Histogram histogram(String name, String help, double[] bounds, String... labels) {
        Histogram.Builder builder =
                Histogram.builder().classicOnly().classicUpperBounds(bounds).name(name);
        return add(builder.help(help).labelNames(labels).withoutExemplars().build());
    }

    @Override
    public void close() {
        removals.forEach(Runnable::run);
        removals.clear();
    }

    /** The upper bounds of histograms, in seconds. */
    static final class Buckets {
        private Buckets() {}

        /** Of the work queues of controller-runtime: from 10 ns, each ten times the one before. */
        static double[] queue() {
            return DoubleStream.of(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000)
                    .toArray();
        }

        /** Of the reconciles of controller-runtime. */
        static double[] reconcile() {
            return DoubleStream.of(
                            0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8,
                            0.9, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50,
                            60)
                    .toArray();
        }

        /** Of the calls of hooks. */
        static double[] call() {
            return DoubleStream.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
                    .toArray();
        }

        /** Of the lookups of hook servers' names. */
        static double[] dns() {
            return DoubleStream.of(0.005, 0.01, 0.025, 0.05).toArray();
        }

        /** Of TLS handshakes with hook servers. */
        static double[] tls() {
            return DoubleStream.of(0.05, 0.1, 0.25, 0.5).toArray();
        }

        /** Of the parts of a sync: few, since each controller has several of these histograms. */
        static double[] phase() {
            return DoubleStream.of(0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10).toArray();
        }
    }

    /** Durations as metrics have them. */
    static final class Seconds {
        private Seconds() {}

        static double of(Duration duration) {
            return duration.getSeconds() + duration.getNano() / 1e9;
        }
    }
}
