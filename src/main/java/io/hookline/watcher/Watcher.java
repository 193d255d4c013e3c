package io.hookline.watcher;

import io.hookline.queue.Priority;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Runs every CompositeController and DecoratorController of a cluster: watches, asks hooks, and makes the cluster match
 * their answers. Thread-safe.
 */
public final class Watcher implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(30);

    /** A manager may wait for an answer of the API server, but not for a sync any more. */
    private static final Duration MANAGERS_GRACE = Duration.ofSeconds(2);

    /** Several, so that a controller whose stop waits for a slow hook does not keep others from starting. */
    private static final int MANAGERS = 4;

    /** A new kind may be announced some moments before discovery shows it. */
    private static final Duration SECOND_LOOK = Duration.ofSeconds(2);

    private final WatcherDependencies engine;
    private final WorkQueue<ControllerKey> queue;
    private final EventBroadcaster eventDelivery;
    private final ControllerObjects objects;
    private final Controllers controllers;
    private final ControllerLoop<ControllerKey> loop;

    /** Opens the caches; nothing is done before {@link #start}. */
    public Watcher(WatcherDependencies engine, WatcherOptions options) {
        this.engine = engine;
        this.queue = new WorkQueue<>(engine.clock(), RateLimits.defaults(engine.clock()));
        this.eventDelivery = new EventBroadcaster(engine.cluster(), engine.clock());
        RestMapper catalog = new RestMapper(engine.cluster(), engine.clock(), options.discoveryInterval());
        EventRecorder events =
                new EventRecorder(eventDelivery, engine.clock(), options.eventsPerSecond(), options.eventsBurst());
        AtomicReference<Consumer<String>> kindsChanged = new AtomicReference<>(_ -> {});
        this.objects = new ControllerObjects(engine.cluster(), engine.informers(), queue, definition -> {
            catalog.expire();
            kindsChanged.get().accept(definition);
        });
        this.controllers = new Controllers(objects, engine, catalog, events, options);
        this.loop = new ControllerLoop<>("controllers", queue, controllers, new ControllerReports());
        kindsChanged.set(this::wakeConcerned);
    }

    /** A kind came or changed: whoever waits for it or has it as a parent looks at once, not at the next interval. */
    private void wakeConcerned(String definition) {
        controllers.kindsChanged(definition);
        controllers.concernedBy(definition).forEach(key -> {
            queue.add(key, Priority.CHANGE, "kinds changed");
            queue.addAfter(key, SECOND_LOOK, Priority.CHANGE, "kinds changed");
        });
    }

    /** Starts working. */
    public void start() {
        eventDelivery.start(engine.threads());
        // Before that, a kind that is there would be taken for one that is not.
        objects.whenDefinitionsAreKnown(() -> loop.start(engine.threads(), MANAGERS));
    }

    /**
     * Starts running controllers anew, since their hooks are others now: every parent is asked about again, nothing that a
     * hook said before counts any more, and no back-off either. Returns at once.
     *
     * @param which of them
     */
    public void restart(Predicate<ControllerSpec> which) {
        controllers.expire(which).forEach(key -> queue.add(key, Priority.CHANGE, "hooks changed"));
    }

    /** What keeps the watcher from working now, for people: one line each, empty if nothing does. */
    public List<String> troubles() {
        Optional<String> own = objects.trouble();
        List<String> theirs = controllers.troubles().entrySet().stream()
                .flatMap(e -> e.getValue().stream().map(text -> e.getKey() + ": " + text))
                .sorted()
                .toList();
        return own.map(List::of).orElse(theirs);
    }

    /** Ends: no new work from now on; syncs in flight are waited for, up to 30 s. With none it ends at once. */
    @Override
    public void close() {
        controllers.stopAll(GRACE); // from here on no manager starts another one
        if (!loop.stop(MANAGERS_GRACE)) {
            loop.stop(MANAGERS_GRACE); // interrupted by now
        }
        objects.close();
        eventDelivery.close();
    }
}
