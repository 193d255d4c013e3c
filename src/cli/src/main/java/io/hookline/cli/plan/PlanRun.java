package io.hookline.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.object.KubeObject;
import io.hookline.process.WatcherProcess;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.trace.Causes;
import io.hookline.trace.Trace;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.model.HookConnector;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.sync.PausedParents;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Runs a watcher on a cluster that is not written to, until each parent was synced once. For one use. */
final class PlanRun implements WatcherObserver {

    private static final Duration POLL = Duration.ofMillis(100);

    /** A plan looks at the cluster once, so that a child of a former parent is reported at once. */
    private static final Duration NO_GRACE = Duration.ZERO;

    /** After this time without a completed sync, parents that were deleted meanwhile are no longer waited for. */
    private static final int POLLS_UNTIL_RECHECK = 30;

    /** Never counted down: waiting on it is a pause. */
    private final CountDownLatch pause = new CountDownLatch(1);

    private final Map<Journal.Key, Sync> parents = new ConcurrentHashMap<>();
    private final Map<Trace, Sync> running = new ConcurrentHashMap<>();
    private final Sync others = new Sync();
    private final PlannedCluster readOnly;

    private PlanRun(Cluster cluster) {
        this.readOnly = new PlannedCluster(cluster, write -> current().add(write));
    }

    /**
     * Runs the watcher.
     *
     * @param calls changes or observes the calls of all hooks
     * @param controllers those of the cluster that the options select
     */
    static Plan of(
            Cluster cluster,
            Optional<InProcessHooks> hooks,
            UnaryOperator<HookConnector> calls,
            List<PlannedParents.Controller> controllers,
            WatcherOptions options,
            Duration timeout)
            throws InterruptedException {
        return new PlanRun(cluster).run(hooks, calls, controllers, options, timeout);
    }

    private Plan run(
            Optional<InProcessHooks> hooks,
            UnaryOperator<HookConnector> calls,
            List<PlannedParents.Controller> controllers,
            WatcherOptions options,
            Duration timeout)
            throws InterruptedException {
        Set<PlannedParents.Expected> open = ConcurrentHashMap.newKeySet();
        open.addAll(PlannedParents.of(readOnly, controllers));
        open.forEach(each -> parents.put(each.key(), new Sync()));
        PrometheusRegistry registry = new PrometheusRegistry();
        Journal journal;
        try (WatcherProcess watcher = WatcherProcess.observed(
                readOnly, hooks, calls, options.reportingGarbageAfter(NO_GRACE), registry, this)) {
            journal = watcher.journal();
            await(controllers, open, timeout);
        }
        return plan(controllers, journal);
    }

    /** Waits until each controller runs, or cannot run, and each parent of those that run was synced. */
    private void await(List<PlannedParents.Controller> controllers, Set<PlannedParents.Expected> open, Duration timeout)
            throws InterruptedException {
        Set<ControllerName> starting =
                controllers.stream().map(PlannedParents.Controller::name).collect(Collectors.toSet());
        long polls = timeout.dividedBy(POLL);
        int quiet = 0;
        for (long i = 0; i < polls && !(starting.isEmpty() && open.isEmpty()); i++) {
            Set<ControllerName> stopped = readOnly.stopped();
            boolean progress = starting.removeIf(each -> readOnly.hasStarted(each) || stopped.contains(each));
            progress |= open.removeIf(each -> stopped.contains(each.key().controller())
                    || sync(each.key()).isEnded());
            quiet = progress ? 0 : quiet + 1;
            if (quiet == POLLS_UNTIL_RECHECK) {
                quiet = 0;
                open.removeIf(this::isDeleted);
            }
            if (pause.await(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the pause has no end");
            }
        }
    }

    /** Whether a parent was deleted, so that nothing is planned for it. */
    private boolean isDeleted(PlannedParents.Expected each) {
        try {
            readOnly.get(each.resource(), each.key().parent().key());
            return false;
        } catch (ClusterException.NotFound _) {
            parents.remove(each.key());
            return true;
        } catch (ClusterException _) {
            return false;
        }
    }

    private Plan plan(List<PlannedParents.Controller> controllers, Journal journal) {
        Map<ParentKey, String> rollouts = readOnly.rollouts();
        Map<ControllerName, List<Plan.OfParent>> found = new HashMap<>();
        parents.forEach((key, sync) -> found.computeIfAbsent(key.controller(), _ -> new ArrayList<>())
                .add(sync.planned(key.parent(), Optional.ofNullable(rollouts.get(key.parent())), times(journal, key))));
        found.values().forEach(list -> list.sort(Comparator.comparing(Plan.OfParent::parent)));
        Map<String, Long> names = controllers.stream()
                .collect(Collectors.groupingBy(each -> each.name().name(), Collectors.counting()));
        return new Plan(
                controllers.stream()
                        .map(each -> new Plan.OfController(
                                each,
                                names.getOrDefault(each.name().name(), 0L) > 1
                                        ? each.toString()
                                        : each.name().name(),
                                readOnly.hasStarted(each.name()),
                                found.getOrDefault(each.name(), List.of())))
                        .toList(),
                others.writes(),
                readOnly.warnings().stream()
                        .filter(warning -> !warning.isOfSync())
                        .toList());
    }

    private static Optional<JsonNode> times(Journal journal, Journal.Key key) {
        return journal.of(key)
                .flatMap(known -> known.entries().stream().findFirst())
                .map(entry -> entry.tree().path("times"));
    }

    /** The sync that this thread works for. */
    private Sync current() {
        Trace trace = Trace.current();
        return trace == null ? others : running.getOrDefault(trace, others);
    }

    /** Also of a parent that was created meanwhile. */
    private Sync sync(Journal.Key key) {
        return parents.computeIfAbsent(key, _ -> new Sync());
    }

    @Override
    public void child(ControllerName controller, KubeObject parent, ChildAction action, KubeObject child, String why) {
        current().explainApply(child, why);
    }

    @Override
    public <K> LoopObserver<K> loop(ControllerSpec controller) {
        ControllerName name = ControllerName.of(controller.source());
        return new LoopObserver<>() {
            @Override
            public void started(K key, Causes causes) {
                Trace trace = Trace.current();
                if (trace != null && key instanceof ParentKey parent) {
                    running.put(trace, sync(new Journal.Key(name, parent)));
                }
            }

            @Override
            public void finished(K key, Outcome outcome, Duration took) {
                Sync sync = current();
                Trace trace = Trace.current();
                if (trace != null) {
                    running.remove(trace);
                }
                switch (outcome) {
                    case Outcome.AwaitChange _, Outcome.RequeueAfter _ -> sync.succeeded();
                    case Outcome.Failed(Throwable cause, var _) -> sync.failed(cause);
                    case Outcome.Waiting(String why) when why.contains(PausedParents.ANNOTATION) -> sync.paused();
                    case Outcome.Waiting _, Outcome.Retry _, Outcome.RetryAfter _ -> {}
                }
            }
        };
    }

    /**
     * The writes of the first completed sync of a parent, and of those before it that were not completed. Thread-safe.
     *
     * <p>The caches do not show planned writes, so a later sync would plan them again.
     */
    private static final class Sync {

        private final List<PlannedWrite> writes = new ArrayList<>();
        private Plan.State state = Plan.State.OPEN;
        private String failure = "";

        synchronized void add(PlannedWrite write) {
            if (!isEnded() && writes.stream().noneMatch(write::isSame)) {
                writes.add(write);
            }
        }

        /** Adds the changes of a server-side apply, which only the watcher can compute. */
        synchronized void explainApply(KubeObject child, String changes) {
            String object = child.kind() + " " + child.key();
            writes.replaceAll(write ->
                    write.verb().equals("apply") && write.object().equals(object) ? write.changing(changes) : write);
        }

        synchronized boolean isEnded() {
            return state != Plan.State.OPEN;
        }

        synchronized void succeeded() {
            end(writes.isEmpty() ? Plan.State.UNCHANGED : Plan.State.CHANGED);
        }

        synchronized void failed(Throwable cause) {
            if (end(Plan.State.FAILED)) {
                failure = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            }
        }

        synchronized void paused() {
            end(Plan.State.PAUSED);
        }

        private boolean end(Plan.State last) {
            if (isEnded()) {
                return false;
            }
            state = last;
            return true;
        }

        synchronized List<PlannedWrite> writes() {
            return List.copyOf(writes);
        }

        synchronized Plan.OfParent planned(ParentKey parent, Optional<String> rollout, Optional<JsonNode> times) {
            return new Plan.OfParent(
                    parent.toString(),
                    state,
                    List.copyOf(writes),
                    Optional.of(failure).filter(why -> !why.isEmpty()),
                    rollout,
                    times);
        }
    }
}
