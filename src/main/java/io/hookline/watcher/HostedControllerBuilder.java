package io.hookline.watcher;

import io.hookline.apply.UpdateStrategies;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.informer.ObjectStore;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.Reconciler;
import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.DeletionGuard;
import io.hookline.spec.DeletionPolicy;
import io.hookline.spec.ParentRule;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.condition.ObservedCalls;
import io.hookline.watcher.event.ApiWarnings;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.event.WarnedCluster;
import io.hookline.watcher.event.WatchReports;
import io.hookline.watcher.model.ChildKind;
import io.hookline.watcher.model.ChildKinds;
import io.hookline.watcher.model.Fanout;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.PhaseClock;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WorkObserver;
import io.hookline.watcher.sync.AnswerApplier;
import io.hookline.watcher.sync.ChildClaims;
import io.hookline.watcher.sync.ChildEventHandler;
import io.hookline.watcher.sync.ChildReports;
import io.hookline.watcher.sync.ChildSelectors;
import io.hookline.watcher.sync.ChildWriter;
import io.hookline.watcher.sync.CompositeApplier;
import io.hookline.watcher.sync.CompositeClaims;
import io.hookline.watcher.sync.ControllerHooks;
import io.hookline.watcher.sync.DecoratorApplier;
import io.hookline.watcher.sync.DecoratorClaims;
import io.hookline.watcher.sync.Finalizers;
import io.hookline.watcher.sync.HookRollout;
import io.hookline.watcher.sync.LoopBrake;
import io.hookline.watcher.sync.ObjectWriter;
import io.hookline.watcher.sync.ParentEventHandler;
import io.hookline.watcher.sync.ParentMemories;
import io.hookline.watcher.sync.ParentReconciler;
import io.hookline.watcher.sync.ParentReports;
import io.hookline.watcher.sync.ParentRevisions;
import io.hookline.watcher.sync.ParentSync;
import io.hookline.watcher.sync.PausedParents;
import io.hookline.watcher.sync.RelatedIndex;
import io.hookline.watcher.sync.RelatedObjects;
import io.hookline.watcher.sync.RelatedRules;
import io.hookline.watcher.sync.RelatedWatches;
import io.hookline.watcher.sync.RevisionCalls;
import io.hookline.watcher.sync.RevisionEventHandler;
import io.hookline.watcher.sync.StatusWriter;
import io.hookline.watcher.sync.SyncReports;
import io.hookline.watcher.sync.SyncSchedule;
import io.hookline.watcher.sync.Undo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates one hosted controller with its parts; for one use. If a part cannot be created, the others are closed. */
public final class HostedControllerBuilder {

    private final ControllerSpec spec;
    private final ApiWarnings warnings;
    private final WatcherDependencies dependencies;
    private final RestMapper restMapper;
    private final EventRecorder events;
    private final WatcherOptions options;

    private final WorkObserver.Work work;
    private final PhaseClock phases;
    private final WorkQueue<ParentKey> queue;
    private final ObjectWriter writer;
    private final LoopBrake brake;
    private final StatusWriter status;
    private final ParentMemories memories;
    private final HookRollout rollout;
    private final ChildSelectors selectors;
    private final DecoratorClaims.Mark mark;
    private final ChildReports reports;
    private final WatchReports watchReports;
    private final ObservedCalls calls = new ObservedCalls();
    private final PausedParents paused;
    private final Undo undo = new Undo();
    private final RelatedIndex relatedIndex = new RelatedIndex();
    private final List<Subscription> opened = new ArrayList<>();

    HostedControllerBuilder(
            ControllerSpec spec,
            WatcherDependencies dependencies,
            RestMapper restMapper,
            EventRecorder events,
            WatcherOptions options) {
        this.spec = spec;
        this.warnings = new ApiWarnings(spec.source(), events);
        this.dependencies = dependencies.with(new WarnedCluster(dependencies.cluster(), warnings));
        this.restMapper = restMapper;
        this.events = events;
        this.options = options;
        this.work = this.dependencies.work().controller(spec);
        this.queue = new WorkQueue<>(
                this.dependencies.clock(), RateLimits.defaults(this.dependencies.clock()), work.queue());
        this.writer = new ObjectWriter(this.dependencies.cluster(), this.dependencies.informers()::asCached);
        this.phases = new PhaseClock(work, this.dependencies.clock());
        this.brake = new LoopBrake(
                options.loopBrake(),
                ControllerName.of(spec.source()),
                this.dependencies.cluster(),
                events,
                options.apply().managers(),
                this.dependencies.clock());
        this.status = new StatusWriter(writer, phases, brake);
        this.memories = new ParentMemories(this.dependencies.clock());
        memories.whenForgotten(brake::forget);
        this.rollout =
                new HookRollout(spec, memories, queue, events, this.dependencies.threads(), this.dependencies.clock());
        this.reports = new ChildReports(
                ControllerName.of(spec.source()), events, this.dependencies.observer(), this.dependencies.trees());
        this.watchReports = new WatchReports(() -> List.of(spec.source()), events);
        this.selectors = new ChildSelectors(spec instanceof CompositeController c && c.generateSelector(), memories);
        this.paused = new PausedParents(spec, events);
        this.mark = new DecoratorClaims.Mark(spec.name());
    }

    /**
     * Creates the controller, subscribed to its resources but not started.
     *
     * @param former the stopped controller that it replaces
     * @throws RuntimeException with a message for the controller's author
     */
    HostedController assemble(Optional<HostedController> former) {
        ControllerHooks hooks = hooks();
        try {
            Parts parts = parts(hooks);
            Set<ObjectStore> caches = opened.stream().map(Subscription::store).collect(Collectors.toSet());
            former.ifPresent(stopped -> memories.inherit(stopped.memories(), caches, parts.parents()));
            former.filter(stopped -> stopped.spec().deletionPolicy() != spec.deletionPolicy())
                    .ifPresent(_ -> memories.forgetAnswers()); // so that the next sync remembers what an undo needs
            former.filter(_ -> spec.hooks().customize().isPresent())
                    .ifPresent(stopped -> parts.related().inherit(stopped.related()));
            SyncReports syncs =
                    new SyncReports(spec, parts.parents(), events, dependencies.observer(), dependencies.clock(), work);
            work.created(() -> queue.state(_ -> true));
            return new HostedController(
                    spec,
                    dependencies.informers(),
                    new ControllerLoop<>(spec.name(), queue, parts.reconciler(), syncs, dependencies.traces()),
                    parts.parents(),
                    opened,
                    parts.related(),
                    hooks,
                    syncs,
                    memories,
                    brake,
                    rollout,
                    queue,
                    calls,
                    paused,
                    undo,
                    warnings);
        } catch (RuntimeException e) {
            opened.forEach(Subscription::close);
            hooks.close();
            work.stopped();
            throw e;
        }
    }

    /** Connects the hooks. */
    ControllerHooks hooks() {
        try {
            return new ControllerHooks(
                    spec,
                    rollout.observing(calls.observing(dependencies.hooks())),
                    new CredentialReports(spec, events)::changed,
                    (parent, warning) -> events.warning(parent, "UnknownField", warning));
        } catch (RuntimeException e) {
            work.stopped();
            throw e;
        }
    }

    /** The parts that sync parents; none of them has a thread of its own. */
    public record Parts(ParentKinds parents, RelatedObjects related, Reconciler<ParentKey> reconciler) {}

    Parts parts(ControllerHooks hooks) {
        ParentKinds parents = parents();
        rollout.of(parents);
        RelatedObjects related = related(parents, hooks);
        return new Parts(parents, related, reconciler(parents, new ChildKinds(children(parents)), related, hooks));
    }

    /** The caches that the parts read. */
    List<Subscription> opened() {
        return List.copyOf(opened);
    }

    private ParentKinds parents() {
        List<ParentKind> kinds = new ArrayList<>();
        for (ParentRule rule : ParentKinds.lastOfEachKind(spec.parents())) {
            ApiResource resource = resource(rule.apiVersion(), rule.resource());
            if (resource == null) {
                continue;
            }
            ParentEventHandler handler =
                    new ParentEventHandler(rule, spec.finalizer(), queue, memories, parentReports());
            kinds.add(new ParentKind(rule, resource, open(resource, handler), spec.finalizer()));
        }
        return new ParentKinds(kinds);
    }

    private List<ChildKind> children(ParentKinds parents) {
        ChildEventHandler.Claims claims = spec instanceof CompositeController ? selectors : mark;
        ChildEventHandler handler = new ChildEventHandler(parents.all(), claims, queue, memories);
        List<ChildKind> kinds = new ArrayList<>();
        for (ChildRule rule : spec.children()) {
            ApiResource resource = resource(rule.apiVersion(), rule.resource());
            if (resource == null) {
                continue;
            }
            kinds.add(new ChildKind(rule, resource, open(resource, handler)));
        }
        return kinds;
    }

    /**
     * The resource that a rule names; null if it is not served and the controller is being undone: then it has no objects, and may have
     * been deleted together with the controller. A group that cannot be discovered may still have objects.
     */
    private @Nullable ApiResource resource(String apiVersion, String plural) {
        boolean isGone = UndoFinalizer.holds(spec.source())
                && restMapper.find(apiVersion, plural).isEmpty()
                && dependencies
                        .cluster()
                        .discover(apiVersion)
                        .failedGroupVersions()
                        .isEmpty();
        return isGone ? null : restMapper.require(apiVersion, plural);
    }

    private Subscription open(ApiResource resource, ResourceEventHandler handler) {
        Subscription subscription = dependencies.informers().subscribe(resource, handler);
        opened.add(subscription);
        watchReports.follow(subscription);
        return subscription;
    }

    /** The memories of the controller's parents. */
    ParentMemories memories() {
        return memories;
    }

    /** Brings new versions of the hook to the parents. */
    HookRollout rollout() {
        return rollout;
    }

    /** Slows down writes that never end. */
    LoopBrake brake() {
        return brake;
    }

    /** The controller's work queue. */
    WorkQueue<ParentKey> queue() {
        return queue;
    }

    private RelatedObjects related(ParentKinds parents, ControllerHooks hooks) {
        RelatedRules rules =
                new RelatedRules(restMapper::require, hooks.customizeVersion(), hooks.seesOtherNamespaces());
        RelatedWatches watches =
                new RelatedWatches(dependencies.informers(), relatedIndex, parents, queue, watchReports::follow);
        return new RelatedObjects(hooks, rules, relatedIndex, watches, memories, queue);
    }

    private ParentReconciler reconciler(
            ParentKinds parents, ChildKinds children, RelatedObjects related, ControllerHooks hooks) {
        Finalizers finalizers = new Finalizers(writer, spec.finalizer(), hooks.canFinalize());
        UpdateStrategies strategies = children.strategies(options.apply());
        ChildWriter childWriter = new ChildWriter(
                children,
                strategies,
                restMapper,
                spec.deletionGuard().flatMap(DeletionGuard::limit),
                brake,
                reports,
                dependencies);
        RevisionCalls calls = new RevisionCalls(hooks, new Fanout(dependencies.threads()));
        ChildClaims claims;
        ParentRevisions revisions = ParentRevisions.NONE;
        AnswerApplier applier;
        if (spec instanceof CompositeController composite) {
            claims = new CompositeClaims(children.all(), selectors, dependencies.cluster(), writer);
            Optional<RollingParts> rolling = rolling(composite, parents, strategies);
            if (rolling.isPresent()) {
                revisions = rolling.get().revisions();
            }
            applier = new CompositeApplier(finalizers, claims, childWriter, rolling.map(RollingParts::updates), status);
        } else {
            claims = new DecoratorClaims(children.all(), mark, writer);
            applier = new DecoratorApplier(
                    finalizers,
                    claims,
                    childWriter,
                    writer,
                    status,
                    brake,
                    spec.deletionPolicy() == DeletionPolicy.UNDO);
        }
        return new ParentReconciler(
                parents,
                memories,
                paused,
                new ParentSync.Collaborators(
                        finalizers,
                        claims,
                        revisions,
                        related,
                        calls,
                        applier,
                        schedule(),
                        events,
                        parentReports(),
                        phases,
                        undo,
                        rollout));
    }

    private ParentReports parentReports() {
        return new ParentReports(ControllerName.of(spec.source()), dependencies.observer());
    }

    private SyncSchedule schedule() {
        Duration flush = options.cacheFlushInterval();
        Duration resync = spec.resyncPeriod()
                .filter(own -> !flush.isPositive() || own.compareTo(flush) < 0)
                .orElse(flush);
        return new SyncSchedule(queue, resync);
    }

    private Optional<RollingParts> rolling(
            CompositeController composite, ParentKinds parents, UpdateStrategies strategies) {
        if (!RollingParts.areNeeded(composite)) {
            return Optional.empty();
        }
        ApiResource resource = restMapper.require(WellKnown.API_VERSION, "controllerrevisions");
        Subscription recorded = open(resource, new RevisionEventHandler(parents.all(), queue, memories));
        return Optional.of(
                RollingParts.of(composite, recorded, selectors, strategies, writer, reports, dependencies, options));
    }
}
