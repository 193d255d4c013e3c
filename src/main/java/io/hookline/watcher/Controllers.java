package io.hookline.watcher;

import io.hookline.hook.ControllerType;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Decoded;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts, restarts and stops hosted controllers as their objects come, change and go. One that cannot start never keeps
 * another from running.
 */
final class Controllers implements Reconciler<ControllerKey> {

    private static final Logger LOG = LoggerFactory.getLogger(Controllers.class);
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final ControllerObjects objects;
    private final Engine engine;
    private final ResourceCatalog catalog;
    private final EventRecorder events;
    private final WatcherOptions options;
    private final Departures departures;
    private final Map<ControllerKey, HostedController> running = new ConcurrentHashMap<>();
    private final Set<ControllerKey> expired = ConcurrentHashMap.newKeySet();

    Controllers(
            ControllerObjects objects,
            Engine engine,
            ResourceCatalog catalog,
            EventRecorder events,
            WatcherOptions options) {
        this.objects = objects;
        this.engine = engine;
        this.catalog = catalog;
        this.events = events;
        this.options = options;
        this.departures = new Departures(engine, catalog, events, options.finalizerReleaseDelay());
    }

    /** Whether the change of a definition may concern a controller: it waits for kinds, or has parents of this one. */
    boolean isConcerned(ControllerKey key, String definition) {
        HostedController controller = running.get(key);
        return controller == null
                || controller.parents().stream()
                        .anyMatch(parent -> parent.groupResource().equals(definition));
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
    void kindsChanged() {
        running.values().forEach(HostedController::kindsChanged);
    }

    @Override
    public Outcome reconcile(ControllerKey key, Set<String> causes) {
        KubeObject object = objects.find(key).orElse(null);
        HostedController current = running.get(key);
        if (object != null) {
            departures.present(key); // also when another watcher runs it from now on
        }
        if (object == null || !options.targetControllers().matches(object.labels())) {
            if (current != null) {
                stop(key, current);
            }
            return object == null ? departures.gone(key) : Outcome.awaitChange();
        }
        boolean expires = expired.remove(key);
        if (current != null && !expires && sameSpec(current.spec().source(), object)) {
            Optional<Outcome> asItIs = goOn(key, current);
            if (asItIs.isPresent()) {
                return asItIs.get();
            }
        }
        if (current != null) {
            stop(key, current);
        }
        return start(key, object, Optional.ofNullable(current));
    }

    /** How a controller goes on as it is; empty if a kind of its parents has changed and it must be started anew. */
    private Optional<Outcome> goOn(ControllerKey key, HostedController current) {
        if (current.parents().stream().noneMatch(this::isOutdated)) {
            return Optional.of(departures.running(key));
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
    private static boolean sameSpec(KubeObject a, KubeObject b) {
        return a.uid().equals(b.uid()) && ControllerDecoder.saySame(a, b);
    }

    private Outcome start(ControllerKey key, KubeObject object, Optional<HostedController> former) {
        try {
            Decoded<? extends ControllerSpec> decoded = key.type() == ControllerType.COMPOSITE
                    ? ControllerDecoder.composite(object)
                    : ControllerDecoder.decorator(object);
            decoded.warnings()
                    .forEach(warning ->
                            LOG.atWarn().addKeyValue("controller", key.name()).log(warning));
            departures.knows(key, decoded.value());
            return start(key, decoded.value(), former);
        } catch (DecodeException e) {
            refuse(key, object, e);
            return Outcome.awaitChange(); // only another object can help
        } catch (RuntimeException e) { // whatever a part says that cannot be had: its author must hear of it
            refuse(key, object, e);
            return Outcome.retry(String.valueOf(e.getMessage()));
        }
    }

    private void refuse(ControllerKey key, KubeObject object, RuntimeException e) {
        LOG.atWarn().addKeyValue("controller", key.name()).log("cannot start: {}", e.getMessage());
        events.warning(object, "CreateError", "Cannot create new controller: " + e.getMessage());
    }

    private Outcome start(ControllerKey key, ControllerSpec spec, Optional<HostedController> former) {
        if (spec instanceof CompositeController composite && !mayHaveParents(composite)) {
            return Outcome.awaitChange();
        }
        HostedController controller = new Assembly(spec, engine, catalog, events, options).assemble(former);
        running.put(key, controller);
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

    private void warnOfRivals(CompositeController composite) {
        List<ControllerSpec> specs =
                running.values().stream().map(HostedController::spec).toList();
        Rivals.of(composite, specs).ifPresent(text -> {
            LOG.atWarn().addKeyValue("controller", composite.name()).log(text);
            events.warning(composite.source(), "SameChildren", text);
        });
    }

    /** Parents of composites come from CRDs with the status subresource; the controller's author must mend anything else. */
    private boolean mayHaveParents(CompositeController composite) {
        ApiResource parent = catalog.require(
                composite.parent().apiVersion(), composite.parent().resource());
        if (!objects.hasDefinition(parent)) {
            throw new SyncException("the parent resource " + parent
                    + " has no CustomResourceDefinition: use a DecoratorController for built-in kinds");
        }
        if (objects.hasStatus(parent).orElse(parent.hasStatus())) {
            return true;
        }
        String message = "[" + composite.name()
                + "] Sync error - ignoring, CRD [apiextensions.k8s.io/v1, Kind=CustomResourceDefinition]"
                + " does not have subresource 'Status' enabled";
        LOG.atWarn().addKeyValue("controller", composite.name()).log(message);
        events.warning(composite.source(), "SyncError", message);
        return false;
    }

    private void stop(ControllerKey key, HostedController controller) {
        KubeObject source = controller.spec().source();
        events.normal(source, "Stopping", "Stopping controller: " + key.name());
        controller.stop(GRACE);
        running.remove(key);
        events.normal(source, "Stopped", "Stopped controller: " + key.name());
        LOG.atInfo()
                .addKeyValue("controller", key.name())
                .log("{} stopped", key.type().kind());
    }

    /** Stops all of them at once, waiting for syncs in flight. */
    void stopAll(Duration grace) {
        List<Thread> stopping = running.values().stream()
                .map(controller -> engine.threads().newThread(() -> controller.stop(grace)))
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
        Map<ControllerKey, List<String>> all = new ConcurrentHashMap<>();
        running.forEach((key, controller) -> {
            List<String> troubles = controller.troubles();
            if (!troubles.isEmpty()) {
                all.put(key, troubles);
            }
        });
        return all;
    }

    /** The key of a controller object. */
    static ControllerKey keyOf(KubeObject object) {
        ControllerType type = object.kind().equals(ControllerType.COMPOSITE.kind())
                ? ControllerType.COMPOSITE
                : ControllerType.DECORATOR;
        return new ControllerKey(type, object.name());
    }
}
