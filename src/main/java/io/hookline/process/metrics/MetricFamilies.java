package io.hookline.process.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Summary;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

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
}
