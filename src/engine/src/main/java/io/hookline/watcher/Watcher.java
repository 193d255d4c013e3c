package io.hookline.watcher;

import io.hookline.object.ApiResource;
import io.hookline.queue.Priority;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.trace.Causes;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.view.WatcherView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs every CompositeController and DecoratorController of a cluster: watches parents, calls hooks, and makes the
 * cluster match their answers. Thread-safe.
 */
public final class Watcher implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Annotation of a controller: each new value, whatever it is, syncs all its parents once. */
    public static final String RESYNC_ANNOTATION = "hookline.io/resync";

    /** Enough for a request to the API server. All syncs have ended before these workers are stopped. */
    private static final Duration WORKER_GRACE = Duration.ofSeconds(2);

    /** Several, so that a controller whose stop waits for a slow hook does not delay the start of others. */
    private static final int WORKERS = 4;

    /** For a second check: the event for a new kind may come before discovery shows the kind. */
    private static final Duration SECOND_CHECK = Duration.ofSeconds(2);

    /** Longer than a worker takes for all that has a time limit, so workers that need longer are stuck. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private static final String INCOMPLETE = "the caches of controllers and CRDs are not complete yet";

    private final WatcherDependencies dependencies;
    private final WorkQueue<ControllerKey> queue;
    private final EventBroadcaster eventDelivery;
    private final ControllerInformers objects;
    private final Controllers controllers;
    private final ControllerStatuses statuses;
    private final ControllerLoop<ControllerKey> loop;
    private final StandbyCaches standby;
    private volatile boolean leads;

    /** Opens the caches; no controller runs before {@link #start}. */
    public Watcher(WatcherDependencies dependencies, WatcherOptions options) {
        this.dependencies = dependencies;
        ControllerReports reports = new ControllerReports(dependencies.work());
        this.queue = new WorkQueue<>(dependencies.clock(), RateLimits.defaults(dependencies.clock()), reports);
        reports.created(queue, WORKERS);
        this.eventDelivery = new EventBroadcaster(dependencies.cluster(), dependencies.clock(), dependencies.leads());
        AtomicReference<Predicate<ApiResource>> isWatched = new AtomicReference<>(_ -> false);
        RestMapper restMapper = new RestMapper(
                dependencies.cluster(),
                dependencies.clock(),
                options.discoveryInterval(),
                resource -> isWatched.get().test(resource));
        EventRecorder events = new EventRecorder(
                eventDelivery, dependencies.clock(), options.eventsPerSecond(), options.eventsBurst());
        AtomicReference<Consumer<String>> kindsChanged = new AtomicReference<>(_ -> {});
        this.objects =
                new ControllerInformers(dependencies.cluster(), dependencies.informers(), queue, events, definition -> {
                    restMapper.expire(Definitions.groupOf(definition));
                    kindsChanged.get().accept(definition);
                });
        isWatched.set(objects.definitions()::watches);
        this.controllers = new Controllers(objects, dependencies, restMapper, events, options);
        this.standby = new StandbyCaches(
                key -> objects.find(key)
                        .filter(object -> options.targetControllers().matches(object.labels())),
                dependencies.informers(),
                restMapper,
                controllers.cleanup()::recordSpec);
        this.statuses = new ControllerStatuses(objects, controllers, dependencies, events);
        reports.whenReconciled(statuses::changed);
        this.loop = new ControllerLoop<>("controllers", queue, this::reconcile, reports);
        kindsChanged.set(this::enqueueAffected);
    }

    /** Queues the controllers that a new or changed kind may affect, instead of waiting for the next discovery. */
    private void enqueueAffected(String definition) {
        controllers.kindsChanged(definition);
        statuses.definitionChanged(definition);
        controllers.affectedBy(definition).forEach(key -> {
            queue.add(key, Priority.CHANGE, "kinds changed");
            queue.addAfter(key, SECOND_CHECK, Priority.CHANGE, "kinds changed");
        });
    }

    private Outcome reconcile(ControllerKey key, Causes causes) {
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
        startReports();
        standBy();
    }

    /** From here on, events and conditions are written. */
    private void startReports() {
        leads = true;
        eventDelivery.start(dependencies.threads());
        objects.whenDefinitionsAreKnown(() -> statuses.start(dependencies.threads()));
    }

    /**
     * Starts to fill the caches that controllers need, without running any: nothing is written, and no hook is called.
     */
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
        startReports();
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

    /** What it knows now of its controllers and their parents. */
    public WatcherView view() {
        return new LiveView(objects, controllers, () -> leads);
    }

    /**
     * Why no controller can work now, such as missing CRDs or a watch of parents that keeps failing; empty if one can.
     */
    public List<String> problems() {
        return objects.failure()
                .map(List::of)
                .orElseGet(() -> objects.isComplete() ? controllers.blindness() : List.of(INCOMPLETE));
    }

    /** Why some controllers cannot work now, one message for each problem. The others work. */
    public List<String> problemsOfControllers() {
        if (!leads) {
            return standby.problems();
        }
        return controllers.problems().entrySet().stream()
                .flatMap(e -> e.getValue().stream().map(text -> e.getKey() + ": " + text))
                .sorted()
                .toList();
    }

    /** Why only a restart of the process can help: threads have ended, or controllers wait for ever. */
    public List<String> deadlocks() {
        List<String> all = new ArrayList<>(controllers.lostWorkers());
        if (loop.lostWorkers() > 0) {
            all.add(loop.lostWorkers() + " workers that start controllers have ended");
        }
        Duration oldest =
                loop.workers() == 0 ? Duration.ZERO : queue.state(_ -> true).oldest();
        if (oldest.compareTo(LONGEST_WAIT) > 0) {
            all.add("a controller has waited for its start or stop for " + oldest.toMinutes() + " minutes");
        }
        return all;
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
        statuses.stop(WORKER_GRACE);
        controllers.stopAll(grace); // from here on no worker starts another controller
        if (!loop.stop(WORKER_GRACE)) {
            loop.stop(WORKER_GRACE); // the first call has interrupted the workers
        }
        standby.close();
        objects.close();
        eventDelivery.close();
    }
}
