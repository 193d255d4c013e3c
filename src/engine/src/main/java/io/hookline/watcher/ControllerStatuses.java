package io.hookline.watcher;

import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.trace.Causes;
import io.hookline.watcher.condition.Condition;
import io.hookline.watcher.condition.ControllerFacts;
import io.hookline.watcher.condition.ControllerStatus;
import io.hookline.watcher.condition.ControllerStatusWriter;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ControllerSummary;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WorkObserver;
import io.hookline.watcher.sync.PausedParents;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/**
 * Keeps the status of all controllers up to date. A controller is checked when it may have changed, and at an interval, since
 * nothing reports the number of its parents. A check sends no request unless the status has changed.
 */
final class ControllerStatuses implements Reconciler<ControllerKey> {

    /** One, so that a denied write is noticed before the next controller is written. */
    private static final int WORKERS = 1;

    private static final Duration WHILE_READY = Duration.ofSeconds(10);

    /** Users who look at a controller that does not work expect to see soon that it does, or that it has become worse. */
    private static final Duration OTHERWISE = Duration.ofSeconds(2);

    private final ControllerInformers objects;
    private final Controllers controllers;
    private final WatcherDependencies dependencies;
    private final ControllerStatusWriter writer;
    private final WorkQueue<ControllerKey> queue;
    private final ControllerLoop<ControllerKey> loop;

    ControllerStatuses(
            ControllerInformers objects,
            Controllers controllers,
            WatcherDependencies dependencies,
            EventRecorder events) {
        this.objects = objects;
        this.controllers = controllers;
        this.dependencies = dependencies;
        this.writer = new ControllerStatusWriter(dependencies.cluster(), dependencies.clock(), events);
        this.queue = new WorkQueue<>(dependencies.clock(), RateLimits.defaults(dependencies.clock()));
        this.loop = new ControllerLoop<>("controller status", queue, this, new ControllerReports(WorkObserver.NONE));
    }

    void start(ThreadFactory threads) {
        loop.start(threads, WORKERS);
    }

    /** Ends all writes; returns false if one is still in flight after the grace period. */
    boolean stop(Duration grace) {
        return loop.stop(grace);
    }

    /** Checks a controller soon. */
    void changed(ControllerKey key) {
        queue.add(key, Priority.CHANGE, "controller changed");
    }

    /** A definition was created, changed or deleted: that of the controllers may keep their status now. */
    void definitionChanged(String definition) {
        objects.keys().stream()
                .filter(key -> objects.resource(key).groupResource().equals(definition))
                .forEach(key -> {
                    writer.definitionChanged(objects.resource(key));
                    changed(key);
                });
    }

    @Override
    public Outcome reconcile(ControllerKey key, Causes causes) {
        ApiResource resource = objects.resource(key);
        Optional<KubeObject> object = objects.find(key).filter(controllers::isOurs);
        if (object.isEmpty()) {
            writer.forget(resource, key.name());
            dependencies.observer().controllerForgotten(key.named());
            return Outcome.awaitChange();
        }
        Optional<ControllerFacts> facts = facts(key, object.get());
        if (facts.isEmpty()) {
            return Outcome.awaitChange(); // it is being started or restarted; the end of that queues it again
        }
        ControllerStatus status = ControllerStatus.of(facts.get());
        dependencies.observer().controllerChecked(summary(key, object.get(), facts.get(), status));
        Duration check = isReady(status) && status.failing() == 0 ? WHILE_READY : OTHERWISE;
        Duration next = writer.write(resource, object.get(), status)
                .filter(delay -> delay.compareTo(check) < 0)
                .orElse(check);
        return Outcome.requeueAfter(next);
    }

    /** Empty while the controller is being started or restarted with another spec. */
    private Optional<ControllerFacts> facts(ControllerKey key, KubeObject object) {
        Optional<ControllerFacts.State> state = controllers
                .running(key, object)
                .<ControllerFacts.State>map(controller -> controller.facts(() -> changed(key), controllers.denied(key)))
                .or(() -> controllers.conditions().refusal(key, object));
        return state.map(known -> new ControllerFacts(
                object.generation(),
                PausedParents.isRequested(object),
                StartPreconditions.unknownFields(key, object),
                known));
    }

    private static boolean isReady(ControllerStatus status) {
        return status.condition(Condition.Type.READY).status() == Condition.Status.TRUE;
    }

    private ControllerSummary summary(
            ControllerKey key, KubeObject object, ControllerFacts facts, ControllerStatus status) {
        Map<String, String> conditions = new HashMap<>();
        status.conditions()
                .forEach(
                        each -> conditions.put(each.type().text(), each.status().text()));
        int paused = PausedParents.isRequested(object)
                ? status.parents()
                : controllers
                        .running(key, object)
                        .map(HostedController::pausedParents)
                        .orElse(0);
        Map<String, Duration> blocked =
                controllers.running(key, object).map(HostedController::blocked).orElse(Map.of());
        int unsettled = facts.state() instanceof ControllerFacts.Running running
                ? running.unsettled().size()
                : 0;
        int behind = status.rollout()
                .filter(ControllerFacts.Rollout::active)
                .map(rollout -> status.parents() - rollout.parents())
                .orElse(0);
        return new ControllerSummary(
                key.named(), conditions, status.parents(), status.failing(), paused, unsettled, behind, blocked);
    }
}
