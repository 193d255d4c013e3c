package io.hookline.process.metrics;

import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.informer.CacheSizes;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.queue.QueueObserver;
import io.hookline.queue.QueueState;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver;
import io.hookline.webhook.CallObserver;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All metrics of one watcher. Their number depends on the controllers and kinds, never on the parents: no label names one. The
 * series of a controller are removed when it is stopped, and all are removed when the watcher is closed. Thread-safe.
 */
public final class WatcherMeters implements AutoCloseable {

    private final MetricFamilies families;
    private final HookCallMetrics calls;
    private final SyncMetrics syncs;
    private final QueueMetrics queues;
    private final LifecycleMetrics lifecycles;
    private final ConditionMetrics conditions;

    /** Adds the metrics to a registry, which must not have those of another watcher. */
    public WatcherMeters(PrometheusRegistry registry) {
        this.families = new MetricFamilies(registry);
        this.calls = new HookCallMetrics(families);
        this.syncs = new SyncMetrics(families);
        this.queues = new QueueMetrics(families);
        this.lifecycles = new LifecycleMetrics(families, queues);
        this.conditions = new ConditionMetrics(families);
    }

    /** Counts hook calls. */
    public CallObserver calls() {
        return calls;
    }

    /** Counts syncs and writes to children. */
    public WatcherObserver syncs() {
        return syncs;
    }

    /** Shows the conditions of controllers. */
    public WatcherObserver conditions() {
        return conditions;
    }

    /** Counts the writes to a cluster from now on; for one use. */
    public Cluster counted(Cluster cluster) {
        return CountedCluster.of(cluster, families);
    }

    /** Shows the sizes of caches from now on; for one use. */
    public void caches(SharedInformerFactory informers) {
        gauge("hookline_cache_objects", "Cached objects.", informers, CacheSizes.Size::objects);
        gauge("hookline_cache_bytes", "The sum of the sizes of cached objects.", informers, CacheSizes.Size::bytes);
    }

    /** Shows from now on how long ago the API server sent anything; for one use. */
    public void staleness(SharedInformerFactory informers) {
        families.gauge(
                "hookline_watch_staleness_seconds",
                "Time since the API server last sent anything on the watches of a resource; the longest counts.",
                values -> informers.staleness().forEach((resource, since) -> values.call(Seconds.of(since), resource)),
                "resource");
    }

    /** Shows the memory of the journal from now on; for one use. */
    public void journal(LongSupplier bytes) {
        families.gauge(
                "hookline_journal_bytes",
                "The memory of the syncs that are remembered.",
                values -> values.call((double) bytes.getAsLong()));
    }

    private void gauge(
            String name, String help, SharedInformerFactory informers, Function<CacheSizes.Size, Number> value) {
        families.gauge(
                name,
                help,
                values -> {
                    CacheSizes sizes = new CacheSizes();
                    informers.addTo(sizes);
                    sizes.all().forEach(each -> values.call(value.apply(each).doubleValue(), each.resource()));
                },
                "resource");
    }

    /** Observes queues and the parts of syncs. */
    public WorkObserver work() {
        return new WorkObserver() {
            @Override
            public Work controller(ControllerSpec controller) {
                return new ControllerWork(controller);
            }

            @Override
            public <K> Lifecycle<K> lifecycle(ControllerType type) {
                return lifecycles.of(type);
            }
        };
    }

    /** Removes all metrics. */
    @Override
    public void close() {
        families.close();
    }

    private final class ControllerWork implements WorkObserver.Work {
        private final ControllerSpec controller;
        private final Map<WorkObserver.Phase, DistributionDataPoint> phases;

        ControllerWork(ControllerSpec controller) {
            this.controller = controller;
            this.phases = syncs.phases(controller);
        }

        @Override
        public <K> QueueObserver<K> queue() {
            return queues.observer(SyncMetrics.name(controller));
        }

        @Override
        public void created(Supplier<QueueState> queue) {
            queues.opened(SyncMetrics.name(controller), "", queue);
        }

        @Override
        public void ended(WorkObserver.Phase phase, Duration took) {
            Objects.requireNonNull(phases.get(phase)).observe(Seconds.of(took));
        }

        @Override
        public void stopped() {
            queues.remove(SyncMetrics.name(controller));
            syncs.remove(controller);
            calls.remove(controller);
        }
    }
}
