package io.hookline.process.metrics;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.informer.CacheSizes;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.metrics.MetricFamilies.Seconds;
import io.hookline.queue.QueueObserver;
import io.hookline.queue.QueueState;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.model.ControllerSummary;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver;
import io.hookline.webhook.CallObserver;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * All metrics of one watcher. Their number depends on the controllers and kinds, never on the parents: no label names
 * one. The series of a controller are removed when it is stopped, and all are removed when the watcher is closed.
 * Thread-safe.
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

    /**
     * Shows the conditions of controllers, and how many parents they have, as metrics:
     * {@code hookline_controller_condition} is 1 for the current status of each condition and 0 for the others. Their
     * number does not depend on the number of parents. Thread-safe.
     */
    static final class ConditionMetrics implements WatcherObserver {

        private static final List<String> STATUSES = List.of("True", "False", "Unknown");
        private static final String CONTROLLER = "controller";

        private final Map<ControllerName, ControllerSummary> controllers = new ConcurrentHashMap<>();

        ConditionMetrics(MetricFamilies families) {
            count(families, "hookline_parents", "Parents of the controller.", ControllerSummary::parents);
            count(families, "hookline_failing_parents", "Parents whose last sync failed.", ControllerSummary::failing);
            count(families, "hookline_paused_parents", "Parents whose syncs are paused.", ControllerSummary::paused);
            count(
                    families,
                    "hookline_unsettled_objects",
                    "Objects that are written more slowly, since their writes never end.",
                    ControllerSummary::unsettled);
            count(
                    families,
                    "hookline_hook_rollout_pending_parents",
                    "Parents that wait for another version of the hook.",
                    ControllerSummary::behind);
            families.gauge(
                    "hookline_blocked_seconds",
                    "For how long the parent is blocked that is so longest, though no sync fails.",
                    values -> controllers.forEach((controller, summary) -> summary.blocked()
                            .forEach((reason, time) -> values.call(Seconds.of(time), controller.label(), reason))),
                    CONTROLLER,
                    "reason");
            families.gauge(
                    "hookline_controller_condition",
                    "1 for the current status of the condition, otherwise 0.",
                    values -> controllers.forEach((controller, summary) -> summary.conditions()
                            .forEach((type, present) -> STATUSES.forEach(status -> values.call(
                                    status.equals(present) ? 1 : 0,
                                    controller.label(),
                                    type,
                                    status.toLowerCase(Locale.ROOT))))),
                    CONTROLLER,
                    "type",
                    "status");
        }

        private void count(MetricFamilies families, String name, String help, ToIntFunction<ControllerSummary> value) {
            families.gauge(
                    name,
                    help,
                    values -> controllers.forEach(
                            (controller, summary) -> values.call(value.applyAsInt(summary), controller.label())),
                    CONTROLLER);
        }

        @Override
        public void controllerChecked(ControllerSummary controller) {
            controllers.put(controller.controller(), controller);
        }

        @Override
        public void controllerForgotten(ControllerName controller) {
            controllers.remove(controller);
        }
    }

    /** Counts the writes to a cluster by verb, resource and result. Dry runs do not count. */
    static final class CountedCluster extends ForwardingCluster {

        private final Counter writes;

        private CountedCluster(Cluster next, Counter writes) {
            super(next);
            this.writes = writes;
        }

        static CountedCluster of(Cluster cluster, MetricFamilies families) {
            return new CountedCluster(
                    cluster,
                    families.counter(
                            "hookline_writes_total", "Writes to the API server.", "verb", "resource", "result"));
        }

        private <T> T counted(String verb, ApiResource resource, boolean dryRun, Supplier<T> write) {
            String result = "error";
            try {
                T written = write.get();
                result = "ok";
                return written;
            } catch (ClusterException e) {
                result = result(e);
                throw e;
            } finally {
                if (!dryRun) {
                    writes.labelValues(verb, resource.groupResource(), result).inc();
                }
            }
        }

        private static String result(ClusterException e) {
            return switch (e) {
                case ClusterException.Conflict _ -> "conflict";
                case ClusterException.AlreadyExists _ -> "already_exists";
                case ClusterException.NotFound _ -> "not_found";
                case ClusterException.Invalid _, ClusterException.BadRequest _, ClusterException.TooLarge _ ->
                    "invalid";
                case ClusterException.Forbidden _, ClusterException.Unauthorized _ -> "denied";
                case ClusterException.TooManyRequests _ -> "throttled";
                case ClusterException.Unavailable _,
                        ClusterException.Unreachable _,
                        ClusterException.OutcomeUnknown _ -> "unavailable";
                default -> "error";
            };
        }

        @Override
        public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
            return counted("create", resource, options.dryRun(), () -> next.create(resource, object, options));
        }

        @Override
        public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
            return counted("update", resource, options.dryRun(), () -> next.update(resource, object, options));
        }

        @Override
        public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
            String verb = patch.type() == Patch.Type.APPLY ? "apply" : "patch";
            return counted(verb, resource, options.dryRun(), () -> next.patch(resource, key, patch, options));
        }

        @Override
        public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
            return counted("delete", resource, options.dryRun(), () -> next.delete(resource, key, options));
        }
    }
}
