package io.hookline.watcher;

import io.hookline.queue.Priority;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs every CompositeController and DecoratorController of a cluster: watches parents, calls hooks, and makes the cluster
 * match their answers. Thread-safe.
 */
public final class Watcher implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Enough for a request to the API server. All syncs have ended before these workers are stopped. */
    private static final Duration WORKER_GRACE = Duration.ofSeconds(2);

    /** Several, so that a controller whose stop waits for a slow hook does not delay the start of others. */
    private static final int WORKERS = 4;

    /** For a second check: the event for a new kind may come before discovery shows the kind. */
    private static final Duration SECOND_CHECK = Duration.ofSeconds(2);

    private final WatcherDependencies dependencies;
    private final WorkQueue<ControllerKey> queue;
    private final EventBroadcaster eventDelivery;
    private final ControllerInformers objects;
    private final Controllers controllers;
    private final ControllerLoop<ControllerKey> loop;
    private final StandbyCaches standby;
    private volatile boolean leads;

    /** Opens the caches; no controller runs before {@link #start}. */
    public Watcher(WatcherDependencies dependencies, WatcherOptions options) {
        this.dependencies = dependencies;
        this.queue = new WorkQueue<>(dependencies.clock(), RateLimits.defaults(dependencies.clock()));
        this.eventDelivery = new EventBroadcaster(dependencies.cluster(), dependencies.clock());
        RestMapper restMapper =
                new RestMapper(dependencies.cluster(), dependencies.clock(), options.discoveryInterval());
        EventRecorder events = new EventRecorder(
                eventDelivery, dependencies.clock(), options.eventsPerSecond(), options.eventsBurst());
        AtomicReference<Consumer<String>> kindsChanged = new AtomicReference<>(_ -> {});
        this.objects =
                new ControllerInformers(dependencies.cluster(), dependencies.informers(), queue, events, definition -> {
                    restMapper.expire();
                    kindsChanged.get().accept(definition);
                });
        this.controllers = new Controllers(objects, dependencies, restMapper, events, options);
        this.standby = new StandbyCaches(
                key -> objects.find(key)
                        .filter(object -> options.targetControllers().matches(object.labels())),
                dependencies.informers(),
                restMapper,
                controllers.cleanup()::recordSpec);
        this.loop = new ControllerLoop<>("controllers", queue, this::reconcile, new ControllerReports());
        kindsChanged.set(this::enqueueAffected);
    }

    /** Queues the controllers that a new or changed kind may affect, instead of waiting for the next discovery. */
    private void enqueueAffected(String definition) {
        controllers.kindsChanged(definition);
        controllers.affectedBy(definition).forEach(key -> {
            queue.add(key, Priority.CHANGE, "kinds changed");
            queue.addAfter(key, SECOND_CHECK, Priority.CHANGE, "kinds changed");
        });
    }

    private Outcome reconcile(ControllerKey key, Set<String> causes) {
        if (!leads) {
            return standby.reconcile(key);
        }
        try {
            return controllers.reconcile(key, causes);
        } finally {
            standby.drop(key); // after the controller has subscribed to the same caches
        }
    }

    /** Starts to run controllers. */
    public void start() {
        leads = true;
        eventDelivery.start(dependencies.threads());
        standBy();
    }

    /** Starts to fill the caches that controllers need, without running any: nothing is written, and no hook is called. */
    public void standBy() {
        // Not before all CRDs are cached: an existing kind would look missing.
        objects.whenDefinitionsAreKnown(() -> loop.start(dependencies.threads(), WORKERS));
    }

    /**
     * Starts to run controllers after {@link #standBy}, with the caches that are filled already.
     *
     * @param handover the {@link #handover} of the process that ran them before; empty if there is none
     */
    public void lead(String handover) {
        Set<ControllerKey> known = controllers.cleanup().restore(Handover.parse(handover));
        leads = true;
        eventDelivery.start(dependencies.threads());
        objects.whenControllersAreKnown(() -> Stream.concat(objects.keys().stream(), known.stream())
                .forEach(key -> queue.add(key, Priority.CHANGE, "this process leads now")));
    }

    /** What a process needs that runs the controllers after this one, besides the objects in the cluster. */
    public String handover() {
        return controllers.cleanup().handover().text();
    }

    /** Runs an action when {@link #handover} has changed and should be stored. */
    public void whenHandoverChanges(Runnable action) {
        controllers.cleanup().whenChanged(action);
    }

    /**
     * Syncs every parent of running controllers again, since their hooks have changed. Earlier answers and back-off are
     * forgotten. Returns at once.
     *
     * @param which selects the controllers
     */
    public void hookChanged(Predicate<ControllerSpec> which) {
        controllers.hookChanged(which);
    }

    /** Why the watcher cannot work now, one message for each problem; empty if there is none. */
    public List<String> troubles() {
        Optional<String> own = objects.trouble();
        if (!leads) {
            return own.map(List::of).orElseGet(standby::troubles);
        }
        List<String> theirs = controllers.troubles().entrySet().stream()
                .flatMap(e -> e.getValue().stream().map(text -> e.getKey() + ": " + text))
                .sorted()
                .toList();
        return own.map(List::of).orElse(theirs);
    }

    /** Stops all controllers and waits for syncs in flight, at most 30 s. */
    @Override
    public void close() {
        close(GRACE);
    }

    /** Stops all controllers, and interrupts syncs in flight. */
    public void abort() {
        close(Duration.ZERO);
    }

    private void close(Duration grace) {
        controllers.stopAll(grace); // from here on no worker starts another controller
        if (!loop.stop(WORKER_GRACE)) {
            loop.stop(WORKER_GRACE); // the first call has interrupted the workers
        }
        standby.close();
        objects.close();
        eventDelivery.close();
    }
}
