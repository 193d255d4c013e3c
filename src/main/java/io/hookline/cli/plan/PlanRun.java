package io.hookline.cli.plan;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.object.KubeObject;
import io.hookline.process.WatcherProcess;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.model.WatcherObserver;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Runs a watcher on a cluster that is not written to, until each parent was synced once. For one use. */
final class PlanRun implements WatcherObserver {

    private static final Duration POLL = Duration.ofMillis(100);

    /** After this time without a completed sync, parents that were deleted meanwhile are no longer waited for. */
    private static final int POLLS_UNTIL_RECHECK = 30;

    /** Never counted down: waiting on it is a pause. */
    private final CountDownLatch pause = new CountDownLatch(1);

    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final AtomicReference<PlannedCluster> planned = new AtomicReference<>();

    /**
     * The result.
     *
     * @param parents how many parents were synced
     * @param rollouts the rolling updates of which the writes are only the next step
     * @param incomplete parents without a completed sync
     */
    record Plan(
            int controllers,
            int parents,
            List<PlannedWrite> writes,
            List<String> rollouts,
            List<Warning> warnings,
            List<String> failures,
            List<String> incomplete) {

        boolean isComplete() {
            return warnings.stream().noneMatch(Warning::stopsController) && failures.isEmpty() && incomplete.isEmpty();
        }

        /** Whether hooks have no address for this process, as outside of the cluster. */
        boolean lacksHooks() {
            return failures.stream().anyMatch(failure -> failure.contains("no such host"));
        }

        /** The last line of the output. It must not look like a plan of no writes if the plan is not complete. */
        String summary() {
            return (isComplete() ? "" : "the plan is not complete: ") + count(writes.size(), "write") + " planned for "
                    + count(parents, "parent") + " of " + count(controllers, "controller") + "; nothing was written";
        }

        private static String count(int number, String noun) {
            return number + " " + noun + (number == 1 ? "" : "s");
        }
    }

    /** Runs the watcher. */
    static Plan of(Cluster cluster, Optional<InProcessHooks> hooks, WatcherOptions options, Duration timeout)
            throws InterruptedException {
        return new PlanRun().run(cluster, hooks, options, timeout);
    }

    private Plan run(Cluster cluster, Optional<InProcessHooks> hooks, WatcherOptions options, Duration timeout)
            throws InterruptedException {
        PlannedCluster readOnly = new PlannedCluster(cluster);
        planned.set(readOnly);
        PlannedParents.Found found = PlannedParents.of(cluster, options.targetControllers());
        Set<String> starting = ConcurrentHashMap.newKeySet();
        starting.addAll(found.controllers());
        Set<PlannedParents.Expected> open = ConcurrentHashMap.newKeySet();
        open.addAll(found.parents());
        PrometheusRegistry registry = new PrometheusRegistry();
        try (WatcherProcess _ = WatcherProcess.observed(readOnly, hooks, options, registry, this)) {
            await(readOnly, starting, open, timeout);
        }
        Stream<String> missing = Stream.concat(starting.stream(), open.stream().map(PlannedParents.Expected::id));
        return new Plan(
                found.controllers().size(),
                found.parents().size() - open.size(),
                readOnly.writes(),
                readOnly.rollouts(),
                readOnly.warnings().stream()
                        .filter(warning -> !warning.isOfSync())
                        .toList(),
                failed.stream().sorted().toList(),
                missing.sorted().toList());
    }

    /** Waits until each controller runs, or cannot run, and each parent of those that run was synced. */
    private void await(
            PlannedCluster cluster, Set<String> starting, Set<PlannedParents.Expected> open, Duration timeout)
            throws InterruptedException {
        long polls = timeout.dividedBy(POLL);
        int quiet = 0;
        for (long i = 0; i < polls && !(starting.isEmpty() && open.isEmpty()); i++) {
            List<Warning> warnings = cluster.warnings();
            boolean progress = starting.removeIf(
                    each -> cluster.hasStarted(each) || warnings.stream().anyMatch(warning -> warning.stops(each)));
            progress |= open.removeIf(each -> done.contains(each.id())
                    || warnings.stream().anyMatch(warning -> warning.stops(each.controller())));
            quiet = progress ? 0 : quiet + 1;
            if (quiet == POLLS_UNTIL_RECHECK) {
                quiet = 0;
                open.removeIf(each -> isDeleted(cluster, each));
            }
            if (pause.await(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the pause has no end");
            }
        }
    }

    private static boolean isDeleted(Cluster cluster, PlannedParents.Expected each) {
        try {
            cluster.get(each.resource(), each.parent().key());
            return false;
        } catch (ClusterException.NotFound _) {
            return true;
        } catch (ClusterException _) {
            return false;
        }
    }

    @Override
    public void child(ControllerName controller, KubeObject parent, ChildAction action, KubeObject child, String why) {
        planned.get().explainApply(child, why);
    }

    @Override
    public <K> LoopObserver<K> loop(ControllerSpec controller) {
        return new LoopObserver<>() {
            @Override
            public void finished(K key, Outcome outcome, Duration took) {
                String id = PlannedParents.Expected.id(
                        controller.source().kind() + " " + controller.name(), key.toString());
                switch (outcome) {
                    case Outcome.AwaitChange _, Outcome.RequeueAfter _ -> done.add(id);
                    case Outcome.Failed(Throwable cause, var _) -> {
                        done.add(id);
                        failed.add(id + ": " + cause.getMessage());
                    }
                    case Outcome.Waiting _, Outcome.Retry _, Outcome.RetryAfter _ -> {}
                }
            }
        };
    }
}
