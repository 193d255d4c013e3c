package io.hookline.watcher;

import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts, restarts and stops hosted controllers as their objects come, change and go. One that cannot start never keeps
 * another from running.
 */
final class Controllers implements Reconciler<ControllerKey> {

    private static final Logger LOG = LoggerFactory.getLogger(Controllers.class);
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Syncs that were interrupted end soon. */
    private static final Duration STOP_AGAIN = Duration.ofMillis(200);

    private final ControllerObjects objects;
    private final WatcherDependencies engine;
    private final RestMapper catalog;
    private final EventRecorder events;
    private final WatcherOptions options;
    private final ControllerCleanup departures;
    private final StartConditions conditions;
    private final Map<ControllerKey, HostedController> running = new ConcurrentSkipListMap<>(ControllerKey.ORDER);
    private final Set<ControllerKey> expired = new ConcurrentSkipListSet<>(ControllerKey.ORDER);
    private volatile boolean ending;

    Controllers(
            ControllerObjects objects,
            WatcherDependencies engine,
            RestMapper catalog,
            EventRecorder events,
            WatcherOptions options) {
        this.objects = objects;
        this.engine = engine;
        this.catalog = catalog;
        this.events = events;
        this.options = options;
        this.departures = new ControllerCleanup(engine, catalog, events, options.finalizerReleaseDelay());
        this.conditions = new StartConditions(objects, catalog, events, engine.clock());
    }

    /** Controllers that the change of a definition may concern: they wait for kinds, or have parents or children of this one. */
    List<ControllerKey> concernedBy(String definition) {
        Stream<ControllerKey> present = objects.keys().stream().filter(key -> {
            HostedController controller = running.get(key);
            return controller == null || controller.watches(definition);
        });
        return Stream.concat(present, departures.waitingFor(definition).stream())
                .distinct()
                .toList();
    }

    /** Has some running controllers started anew when their turn comes, though their objects are the same; tells which. */
    List<ControllerKey> expire(Predicate<ControllerSpec> which) {
        List<ControllerKey> found = running.entrySet().stream()
                .filter(entry -> which.test(entry.getValue().spec()))
                .map(Map.Entry::getKey)
                .toList();
        expired.addAll(found);
        return found;
    }

    /** A kind came or changed: running controllers whose parents wait for one look again. */
    void kindsChanged(String definition) {
        running.values().forEach(controller -> controller.kindsChanged(definition));
    }

    @Override
    public Outcome reconcile(ControllerKey key, Set<String> causes) {
        if (ending) {
            return Outcome.awaitChange();
        }
        KubeObject object = objects.find(key).orElse(null);
        HostedController current = running.get(key);
        if (object != null) {
            departures.present(key); // also when another watcher runs it from now on
        }
        if (object == null || !isOurs(object)) {
            return stop(key, current).orElseGet(() -> {
                conditions.forget(key);
                return object == null ? departures.gone(key, () -> isGone(key)) : Outcome.awaitChange();
            });
        }
        boolean expires = expired.remove(key);
        if (current != null && !expires && !current.isStopping() && sameSpec(current, object)) {
            Optional<Outcome> asItIs = goOn(key, current);
            if (asItIs.isPresent()) {
                return asItIs.get();
            }
        }
        return stop(key, current).orElseGet(() -> start(key, object, Optional.ofNullable(current)));
    }

    private boolean isOurs(KubeObject object) {
        return options.targetControllers().matches(object.labels());
    }

    private boolean isGone(ControllerKey key) {
        return !ending && objects.find(key).isEmpty();
    }

    /** Whether a controller may go on with its present spec. */
    private boolean isUnchanged(ControllerKey key, HostedController current) {
        return !ending
                && !expired.contains(key)
                && objects.find(key)
                        .filter(object -> isOurs(object) && sameSpec(current, object))
                        .isPresent();
    }

    /** How a controller goes on as it is; empty if a kind of its parents has changed and it must be started anew. */
    private Optional<Outcome> goOn(ControllerKey key, HostedController current) {
        if (current.parents().stream().noneMatch(this::isOutdated)) {
            current.retryFailedCaches();
            return Optional.of(departures.running(key, () -> isUnchanged(key, current)));
        }
        catalog.expire();
        boolean shown = current.parents().stream()
                .flatMap(parent -> catalog.find(parent.apiVersion(), parent.plural()).stream())
                .noneMatch(this::isOutdated);
        return shown
                ? Optional.empty()
                : Optional.of(Outcome.retry("discovery does not show yet what a definition says"));
    }

    /** Whether a kind has gained or lost the status subresource: its status would be written where it does not arrive. */
    private boolean isOutdated(ApiResource parent) {
        return objects.hasStatus(parent)
                .filter(now -> now != parent.hasStatus())
                .isPresent();
    }

    /** Another object under the name is another controller, though it may want the same: hooks are shown all of it. */
    private static boolean sameSpec(HostedController controller, KubeObject object) {
        KubeObject source = controller.spec().source();
        return source.uid().equals(object.uid()) && ControllerDecoder.saySame(source, object);
    }

    private Outcome start(ControllerKey key, KubeObject object, Optional<HostedController> former) {
        try {
            ControllerSpec spec = conditions.decode(key, object);
            departures.knows(key, spec);
            return start(key, spec, former);
        } catch (DecodeException e) {
            conditions.refuse(key, object, e);
            return Outcome.awaitChange(); // only another object can help
        } catch (RuntimeException e) { // whatever a part says that cannot be had: its author must hear of it
            if (ending) {
                return Outcome.awaitChange(); // parts may be closed already
            }
            conditions.refuse(key, object, e);
            return Outcome.retry(String.valueOf(e.getMessage()));
        }
    }

    private Outcome start(ControllerKey key, ControllerSpec spec, Optional<HostedController> former) {
        if (spec instanceof CompositeController composite && !conditions.allowParents(key, composite)) {
            return Outcome.awaitChange();
        }
        HostedController controller =
                new HostedControllerBuilder(spec, engine, catalog, events, options).assemble(former);
        if (!admit(key, controller)) {
            controller.stop(Duration.ZERO);
            return Outcome.awaitChange();
        }
        conditions.forget(key);
        events.normal(spec.source(), "Starting", "Starting controller: " + spec.name());
        controller.start(engine, options.workers());
        events.normal(spec.source(), "Started", "Started controller: " + spec.name());
        LOG.atInfo()
                .addKeyValue("controller", key.name())
                .log("{} started", key.type().kind());
        if (spec instanceof CompositeController composite) {
            warnOfRivals(composite);
        }
        return goOn(key, controller).orElseGet(() -> Outcome.retry("discovery shows by now what a definition says"));
    }

    /** Under the lock, so that {@link #stopAll} sees every controller that is started. */
    private synchronized boolean admit(ControllerKey key, HostedController controller) {
        if (!ending) {
            running.put(key, controller);
        }
        return !ending;
    }

    private void warnOfRivals(CompositeController composite) {
        List<ControllerSpec> specs =
                running.values().stream().map(HostedController::spec).toList();
        OverlappingControllers.of(composite, specs).ifPresent(text -> {
            LOG.atWarn().addKeyValue("controller", composite.name()).log(text);
            events.warning(composite.source(), "SameChildren", text);
        });
    }

    /**
     * Stops a controller if there is one. Its syncs in flight must have ended before anything follows: an old one would write
     * what is not desired any more beside a new one.
     *
     * @return empty once they have; else when to try again
     */
    private Optional<Outcome> stop(ControllerKey key, @Nullable HostedController controller) {
        if (controller == null) {
            return Optional.empty();
        }
        KubeObject source = controller.spec().source();
        boolean first = !controller.isStopping();
        if (first) {
            events.normal(source, "Stopping", "Stopping controller: " + key.name());
        }
        if (!controller.stop(first ? GRACE : Duration.ZERO)) {
            return Optional.of(Outcome.retryAfter(STOP_AGAIN, "syncs in flight have not ended"));
        }
        running.remove(key);
        events.normal(source, "Stopped", "Stopped controller: " + key.name());
        LOG.atInfo()
                .addKeyValue("controller", key.name())
                .log("{} stopped", key.type().kind());
        return Optional.empty();
    }

    /** Starts no more controllers from now on, and ends the releases of finalizers in flight. */
    synchronized void shutDown() {
        ending = true;
    }

    /** Stops all of them at once, for good, and waits for syncs in flight. */
    void stopAll(Duration grace) {
        shutDown();
        List<Thread> stopping = running.values().stream()
                .map(controller -> engine.threads().newThread(() -> controller.end(grace)))
                .toList();
        stopping.forEach(Thread::start);
        for (Thread thread : stopping) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        running.clear();
    }

    /** What keeps running controllers from working, by controller. */
    Map<ControllerKey, List<String>> troubles() {
        Map<ControllerKey, List<String>> all = new TreeMap<>(ControllerKey.ORDER);
        running.forEach((key, controller) -> {
            List<String> troubles = controller.troubles();
            if (!troubles.isEmpty()) {
                all.put(key, troubles);
            }
        });
        return all;
    }
}
