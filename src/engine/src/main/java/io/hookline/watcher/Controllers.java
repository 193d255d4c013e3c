package io.hookline.watcher;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import io.hookline.trace.Causes;
import io.hookline.watcher.Definitions.Served;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.HookConnector;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.sync.ObjectWriter;
import io.hookline.watcher.sync.Undo;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts, restarts and stops hosted controllers when their objects are created, changed and deleted. A controller that
 * cannot start does not affect the others.
 */
final class Controllers implements Reconciler<ControllerKey> {

    private static final Logger LOG = LoggerFactory.getLogger(Controllers.class);
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Short, since syncs that were interrupted usually end soon. */
    private static final Duration STOP_RETRY_DELAY = Duration.ofMillis(200);

    /** A real server shows a changed CRD in discovery within some milliseconds. */
    private static final Duration DISCOVERY_DELAY = Duration.ofMillis(200);

    /** How often a finalizer that could not be written is tried again. */
    private static final Duration FINALIZER_RETRY_DELAY = Duration.ofSeconds(30);

    /** How often it is checked whether everything is undone. */
    private static final Duration UNDO_CHECK_DELAY = Duration.ofMillis(200);

    /** A Secret that is created or fixed is used within 10 s. */
    static final Duration CREDENTIALS_RETRY_DELAY = Duration.ofSeconds(5);

    private final ControllerInformers objects;
    private final WatcherDependencies dependencies;
    private final RestMapper restMapper;
    private final KindDrift kindChanges;
    private final EventRecorder events;
    private final WatcherOptions options;
    private final ControllerCleanup cleanup;
    private final UndoFinalizer undoFinalizer;
    private final StartPreconditions conditions;
    private final Map<ControllerKey, HostedController> running = new ConcurrentSkipListMap<>(ControllerKey.ORDER);
    private volatile boolean shutDown;

    Controllers(
            ControllerInformers objects,
            WatcherDependencies dependencies,
            RestMapper restMapper,
            EventRecorder events,
            WatcherOptions options) {
        this.objects = objects;
        this.dependencies = dependencies;
        this.restMapper = restMapper;
        this.kindChanges = new KindDrift(objects.definitions(), restMapper);
        this.events = events;
        this.options = options;
        this.cleanup = new ControllerCleanup(dependencies, restMapper, events, options.finalizerReleaseDelay());
        this.undoFinalizer = new UndoFinalizer(new ObjectWriter(dependencies.cluster()), events);
        this.conditions = new StartPreconditions(objects, restMapper, events, dependencies.clock());
    }

    ControllerCleanup cleanup() {
        return cleanup;
    }

    /**
     * Controllers that a changed definition may affect. They do not run, use its kind, or wait for it in their cleanup.
     */
    List<ControllerKey> affectedBy(String definition) {
        Stream<ControllerKey> present = objects.keys().stream().filter(key -> {
            HostedController controller = running.get(key);
            return controller == null || controller.watches(definition);
        });
        return Stream.concat(present, cleanup.waitingFor(definition).stream())
                .distinct()
                .toList();
    }

    /**
     * Syncs the parents of running controllers again, with a changed hook. A controller that starts now calls the new
     * hook.
     */
    void hookChanged(Predicate<ControllerSpec> which) {
        running.values().stream()
                .filter(controller -> which.test(controller.spec()))
                .forEach(HostedController::hookChanged);
    }

    /** Handles a kind that was added or changed: parents that wait for a kind are synced again. */
    void kindsChanged(String definition) {
        running.values().forEach(controller -> controller.kindsChanged(definition));
    }

    @Override
    public Outcome reconcile(ControllerKey key, Causes causes) {
        if (shutDown) {
            return Outcome.awaitChange();
        }
        KubeObject object = objects.find(key).orElse(null);
        HostedController current = running.get(key);
        if (object != null) {
            cleanup.exists(key); // also if the object belongs to another watcher now
        }
        if (object == null || !isOurs(object)) {
            return stop(key, current).orElseGet(() -> {
                if (current != null) {
                    current.close();
                }
                conditions.forget(key);
                undoFinalizer.forget(key);
                return object == null ? cleanup.deleted(key, () -> isDeleted(key)) : Outcome.awaitChange();
            });
        }
        if (UndoFinalizer.isForgone(object)) {
            return stop(key, current).orElseGet(() -> {
                if (current != null) {
                    current.close();
                }
                return undoFinalizer.release(key, objects.resource(key), object)
                        ? Outcome.awaitChange()
                        : Outcome.requeueAfter(FINALIZER_RETRY_DELAY);
            });
        }
        boolean kept = undoFinalizer.addOrRemove(key, objects.resource(key), object);
        Outcome outcome = reconcile(key, object, current);
        return kept || !(outcome instanceof Outcome.AwaitChange)
                ? outcome
                : Outcome.requeueAfter(FINALIZER_RETRY_DELAY);
    }

    private Outcome reconcile(ControllerKey key, KubeObject object, @Nullable HostedController current) {
        if (current != null && !current.isStopping() && sameSpec(current, object)) {
            current.pause(object);
            current.resync(object);
            current.resumeRollout(object);
            List<KindDrift.Change> changes = kindChanges.of(current);
            if (!mustRestart(changes)) {
                return keepRunning(key, object, current, changes);
            }
            KindDrift.report(current, changes, events);
        }
        return stop(key, current).orElseGet(() -> replace(key, object, current));
    }

    /**
     * Starts a controller while the caches of the stopped one are still open: so those that both use are not listed
     * again.
     */
    private Outcome replace(ControllerKey key, KubeObject object, @Nullable HostedController former) {
        try {
            return start(key, object, Optional.ofNullable(former));
        } finally {
            if (former != null) {
                former.close();
            }
        }
    }

    /** A controller that runs with the spec of this object; empty while it is being started, restarted or stopped. */
    Optional<HostedController> running(ControllerKey key, KubeObject object) {
        return Optional.ofNullable(running.get(key))
                .filter(controller -> !controller.isStopping() && sameSpec(controller, object));
    }

    /** A controller whose syncs in flight have not ended, so that the next one with its name cannot start. */
    Optional<HostedController> stopping(ControllerKey key) {
        return Optional.ofNullable(running.get(key)).filter(HostedController::isStopping);
    }

    StartPreconditions conditions() {
        return conditions;
    }

    boolean isOurs(KubeObject object) {
        return options.targetControllers().matches(object.labels());
    }

    private boolean isDeleted(ControllerKey key) {
        return !shutDown && objects.find(key).isEmpty();
    }

    /** Whether a controller may continue with its current spec. */
    private boolean isUnchanged(ControllerKey key, HostedController current) {
        return !shutDown
                && objects.find(key)
                        .filter(object -> isOurs(object) && sameSpec(current, object))
                        .isPresent();
    }

    /** Whether kinds of a controller have changed, so that a restart finds them as they are now. */
    private static boolean mustRestart(List<KindDrift.Change> changes) {
        return !changes.isEmpty() && changes.stream().allMatch(KindDrift.Change::isDiscovered);
    }

    private Outcome keepRunning(
            ControllerKey key, KubeObject object, HostedController current, List<KindDrift.Change> changes) {
        if (changes.isEmpty()) {
            current.retryFailedCaches();
            if (Undo.isDue(object)) {
                return undo(key, object, current);
            }
            return cleanup.running(key, () -> isUnchanged(key, current));
        }
        changes.forEach(change -> restMapper.expire(change.resource().group()));
        return Outcome.retryAfter(DISCOVERY_DELAY, "discovery does not show a changed definition yet");
    }

    /** Undoes what a controller made, and then lets its object go; to be called again as the outcome requires. */
    private Outcome undo(ControllerKey key, KubeObject object, HostedController current) {
        beginUndo(key, object, current);
        OptionalLong left = current.notUndone();
        if (left.isEmpty() || left.getAsLong() > 0) {
            return Outcome.requeueAfter(UNDO_CHECK_DELAY);
        }
        if (!undoFinalizer.release(key, objects.resource(key), object)) {
            return Outcome.retry("the finalizer of the controller could not be removed");
        }
        LOG.atInfo().addKeyValue("controller", key.named()).log("what the controller made is undone");
        return Outcome.awaitChange();
    }

    private void beginUndo(ControllerKey key, KubeObject object, HostedController controller) {
        if (controller.undo()) {
            LOG.atInfo().addKeyValue("controller", key.named()).log("undoing what the controller made");
            events.normal(
                    object,
                    "Undoing",
                    "What the controller made is undone before it is removed; with deletionPolicy: Orphan it stays");
        }
    }

    /** The denied request for the finalizer of a controller. */
    Optional<String> denied(ControllerKey key) {
        return undoFinalizer.denied(key);
    }

    /**
     * Whether an object is the one that a controller runs, with an equal spec. The uid counts: hooks receive the
     * object.
     */
    private static boolean sameSpec(HostedController controller, KubeObject object) {
        KubeObject source = controller.spec().source();
        return source.uid().equals(object.uid()) && ControllerDecoder.areEquivalent(source, object);
    }

    private Outcome start(ControllerKey key, KubeObject object, Optional<HostedController> former) {
        try {
            ControllerSpec spec = conditions.decode(key, object);
            cleanup.recordSpec(key, spec);
            return start(key, spec, former);
        } catch (DecodeException e) {
            conditions.refuse(key, object, e);
            return Outcome.awaitChange(); // only a change of the object can help
        } catch (HookConnector.MissingCredentials e) { // no watch shows when this changes
            conditions.refuse(key, object, e);
            return Outcome.retryAfter(CREDENTIALS_RETRY_DELAY, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // any reason why a part cannot be created is reported to the controller's author
            if (shutDown) {
                return Outcome.awaitChange(); // the failure may be a consequence of closing
            }
            conditions.refuse(key, object, e);
            return Outcome.retry(String.valueOf(e.getMessage()));
        }
    }

    private Outcome start(ControllerKey key, ControllerSpec spec, Optional<HostedController> former) {
        boolean undoes = Undo.isDue(spec.source());
        if (!undoes && spec instanceof CompositeController composite && !conditions.allowParents(key, composite)) {
            return Outcome.awaitChange();
        }
        HostedController controller = HostedController.of(spec, dependencies, restMapper, events, options, former);
        if (!add(key, controller)) {
            controller.end(Duration.ZERO);
            return Outcome.awaitChange();
        }
        conditions.forget(key);
        controller.pause(spec.source());
        if (undoes) { // before the first sync
            beginUndo(key, spec.source(), controller);
        }
        events.normal(spec.source(), "Starting", "Starting controller: " + spec.name());
        controller.start(dependencies, options.workers());
        events.normal(spec.source(), "Started", "Started controller: " + spec.name());
        LOG.atInfo()
                .addKeyValue("controller", key.named())
                .log("{} started", key.type().kind());
        OverlappingControllers.report(spec, present(), events);
        List<KindDrift.Change> changes = kindChanges.of(controller);
        return mustRestart(changes)
                ? Outcome.retry("discovery shows a changed definition now")
                : keepRunning(key, spec.source(), controller, changes);
    }

    /** The controllers that run. A deleted one, whose last syncs are about to end, is none of them. */
    private List<ControllerSpec> present() {
        return running.entrySet().stream()
                .filter(each -> objects.find(each.getKey()).isPresent())
                .map(each -> each.getValue().spec())
                .toList();
    }

    /**
     * Adds a controller, unless the watcher stops. Under the lock, so that {@link #stopAll} sees every added
     * controller.
     */
    private synchronized boolean add(ControllerKey key, HostedController controller) {
        if (!shutDown) {
            running.put(key, controller);
        }
        return !shutDown;
    }

    /**
     * Stops a controller if it runs. Its replacement must not start before the syncs in flight have ended: they would
     * write what is no longer desired.
     *
     * @return empty if all syncs have ended, so that it can be closed; else when to retry
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
            return Optional.of(Outcome.retryAfter(STOP_RETRY_DELAY, "syncs in flight have not ended yet"));
        }
        running.remove(key);
        events.normal(source, "Stopped", "Stopped controller: " + key.name());
        LOG.atInfo()
                .addKeyValue("controller", key.named())
                .log("{} stopped", key.type().kind());
        return Optional.empty();
    }

    /** Starts no more controllers from now on, and ends the removal of finalizers. */
    synchronized void shutDown() {
        shutDown = true;
    }

    /** Stops all controllers in parallel and waits for syncs in flight; none is started after that. */
    void stopAll(Duration grace) {
        shutDown();
        HostedController.endAll(running.values(), grace, dependencies.threads());
        running.clear();
    }

    /** Why controllers cannot work, one list of messages for each controller that has a problem. */
    Map<ControllerKey, List<String>> problems() {
        Map<ControllerKey, List<String>> all = new TreeMap<>(ControllerKey.ORDER);
        conditions.missingKinds().forEach((key, text) -> all.put(key, List.of(text)));
        running.forEach((key, controller) -> {
            List<String> problems = controller.problems();
            if (!problems.isEmpty()) {
                all.put(key, problems);
            }
        });
        return all;
    }

    /** Why no controller sees changes of its parents; empty if one does, or if none runs. */
    List<String> blindness() {
        List<List<String>> all =
                running.values().stream().map(HostedController::blindness).toList();
        return all.stream().anyMatch(List::isEmpty)
                ? List.of()
                : all.stream().flatMap(List::stream).distinct().sorted().toList();
    }

    /** Controllers with workers that have ended unexpectedly. */
    List<String> lostWorkers() {
        return running.entrySet().stream()
                .filter(each -> each.getValue().lostWorkers() > 0)
                .map(each -> each.getKey() + ": " + each.getValue().lostWorkers() + " of its workers have ended")
                .toList();
    }

    /**
     * Which kinds of a running controller are served in another way than when it started, so that it must be restarted.
     * Thread-safe.
     */
    static final class KindDrift {

        private final Definitions definitions;
        private final RestMapper restMapper;

        KindDrift(Definitions definitions, RestMapper restMapper) {
            this.definitions = definitions;
            this.restMapper = restMapper;
        }

        /**
         * A kind that changed.
         *
         * @param resource as discovered when the controller started
         * @param text for users
         * @param isDiscovered whether discovery shows the change too: otherwise a restart would find the kind as it was
         */
        record Change(ApiResource resource, String text, boolean isDiscovered) {}

        /**
         * The changed kinds of a controller. Its parents must be served exactly as before. A child kind that is missing
         * stops no controller, since parents must still be finalized: its cache reports it, and continues when it is
         * served again.
         */
        List<Change> of(HostedController controller) {
            List<ApiResource> parents = controller.parents();
            Stream<Change> ofParents = parents.stream().flatMap(parent -> ofParent(parent).stream());
            Stream<Change> ofChildren = controller.watched().stream()
                    .filter(resource -> !parents.contains(resource))
                    .flatMap(child -> ofChild(child).stream());
            return Stream.concat(ofParents, ofChildren).toList();
        }

        /** Reports why a running controller is restarted, although its object did not change. */
        static void report(HostedController controller, List<Change> changes, EventRecorder events) {
            for (Change change : changes) {
                LOG.atWarn()
                        .addKeyValue(
                                "controller",
                                ControllerName.of(controller.spec().source()))
                        .addKeyValue("why", change.text())
                        .log("kind changed, restarting the controller");
                events.warning(controller.spec().source(), "KindChanged", "Restarting controller: " + change.text());
            }
        }

        private Optional<Change> ofParent(ApiResource parent) {
            Optional<Served> served = definitions.served(parent);
            if (served.isPresent()) {
                return change(parent, served.get());
            }
            boolean isDiscovered =
                    restMapper.find(parent.apiVersion(), parent.plural()).isEmpty();
            // Without a CRD, discovery alone decides: the kind may be built in.
            return isDiscovered || definitions.isCached(parent)
                    ? Optional.of(new Change(parent, parent + " is not served any more", isDiscovered))
                    : Optional.empty();
        }

        private Optional<Change> ofChild(ApiResource child) {
            return definitions
                    .served(child)
                    .filter(now -> now.namespaced() != child.namespaced())
                    .flatMap(now -> change(child, now));
        }

        private Optional<Change> change(ApiResource before, Served now) {
            if (now.isShapeOf(before)) {
                return Optional.empty();
            }
            String what = now.namespaced() != before.namespaced()
                    ? "is " + (now.namespaced() ? "namespaced" : "cluster-scoped") + " now"
                    : "has " + (now.status() ? "gained" : "lost") + " the status subresource";
            boolean isDiscovered = restMapper
                    .find(before.apiVersion(), before.plural())
                    .filter(now::isShapeOf)
                    .isPresent();
            return Optional.of(new Change(before, before + " " + what, isDiscovered));
        }
    }

    /**
     * Finds controllers that write the same objects. A child of a composite is identified by its parent alone, so two
     * composites with the same parents and the same kind of children both claim all of these children, and delete those
     * they do not desire. A composite also claims what a decorator attaches to its parents. Whatever their children
     * are, two composites replace each other's status.
     */
    static final class OverlappingControllers {

        private OverlappingControllers() {}

        /** A warning for a controller's author: which other controller overlaps, and what to do. */
        private record Overlap(String reason, String text) {}

        /** Warns the controller's author, if another controller overlaps. */
        static void report(
                ControllerSpec controller, Collection<? extends ControllerSpec> running, EventRecorder events) {
            List<? extends ControllerSpec> others = running.stream()
                    .filter(other -> isComposite(other) || isComposite(controller))
                    .filter(other -> !other.source()
                            .toString()
                            .equals(controller.source().toString()))
                    .toList();
            sameChildren(controller, others)
                    .or(() -> sameParents(controller, others))
                    .ifPresent(overlap -> {
                        LOG.atWarn()
                                .addKeyValue("controller", ControllerName.of(controller.source()))
                                .log(overlap.text());
                        events.warning(controller.source(), overlap.reason(), overlap.text());
                    });
        }

        private static Optional<Overlap> sameChildren(
                ControllerSpec controller, List<? extends ControllerSpec> others) {
            return others.stream()
                    .flatMap(other -> sharedParents(controller, other)
                            .flatMap(parents -> sharedChildren(controller, other)
                                    .map(children -> new Overlap(
                                            "SameChildren",
                                            other.source() + " has " + children + " for the same " + parents + ": "
                                                    + fight(controller, other))))
                            .stream())
                    .findFirst();
        }

        private static String fight(ControllerSpec controller, ControllerSpec other) {
            return isComposite(controller) && isComposite(other)
                    ? "each of the two deletes those of the other. Let one of them create all, or give them separate parents"
                            + " by labelSelector."
                    : "the composite releases or deletes those of the decorator. Let one of them create all, or attach"
                            + " objects of another kind.";
        }

        private static Optional<Overlap> sameParents(ControllerSpec controller, List<? extends ControllerSpec> others) {
            return others.stream()
                    .filter(other -> isComposite(controller) && isComposite(other))
                    .flatMap(other -> sharedParents(controller, other)
                            .map(parents -> new Overlap(
                                    "SameParents",
                                    other.source() + " has the same " + parents
                                            + ": each of the two replaces the status of"
                                            + " the other, again and again. Merge them, make one of them a"
                                            + " DecoratorController, or give them separate parents by labelSelector."))
                            .stream())
                    .findFirst();
        }

        private static boolean isComposite(ControllerSpec controller) {
            return controller instanceof CompositeController;
        }

        private static Optional<String> sharedParents(ControllerSpec one, ControllerSpec other) {
            return one.parents().stream()
                    .filter(rule -> other.parents().stream().anyMatch(each -> haveSameParents(rule, each)))
                    .map(ParentRule::resource)
                    .findFirst();
        }

        /** Different selectors may select the same parents, which cannot be known; they count as different parents. */
        private static boolean haveSameParents(ParentRule one, ParentRule other) {
            return one.isOfSameKind(other)
                    && (one.labels().isEmpty()
                            || other.labels().isEmpty()
                            || one.labels().equals(other.labels()));
        }

        private static Optional<String> sharedChildren(ControllerSpec one, ControllerSpec other) {
            return one.children().stream()
                    .filter(rule -> other.children().stream().anyMatch(rule::isOfSameKind))
                    .map(ChildRule::resource)
                    .findFirst();
        }
    }
}
