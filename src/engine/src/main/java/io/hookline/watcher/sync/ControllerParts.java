package io.hookline.watcher.sync;

import io.hookline.apply.UpdateStrategies;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.HookType;
import io.hookline.informer.ObjectStore;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Reconciler;
import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ControllerSpec.DeletionGuard;
import io.hookline.spec.ControllerSpec.DeletionPolicy;
import io.hookline.spec.ParentRule;
import io.hookline.spec.WellKnown;
import io.hookline.trace.Cause;
import io.hookline.watcher.condition.ObservedCalls;
import io.hookline.watcher.event.ApiWarnings;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.event.WatchReports;
import io.hookline.watcher.model.ApplyDefaults;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the syncs of one controller are made of; none of the parts has a thread of its own. The caches of its kinds are
 * subscribed to and its hooks are connected, so that whoever creates it must close them.
 */
public final class ControllerParts {

    /**
     * How a controller syncs its parents.
     *
     * @param apply how children are applied
     * @param resync maximum time between two syncs of a parent; a controller's resync period may be shorter
     * @param revisionNamespace the namespace for ControllerRevisions of cluster-scoped parents
     * @param brakesLoops whether writes that only cause each other are slowed down
     * @param garbageGrace how long a child of a former parent of the same name is left to the garbage collector
     */
    public record Options(
            ApplyDefaults apply,
            Duration resync,
            String revisionNamespace,
            boolean brakesLoops,
            Duration garbageGrace) {}

    private final ControllerSpec spec;
    private final ApiWarnings warnings;
    private final WatcherDependencies dependencies;
    private final RestMapper restMapper;
    private final EventRecorder events;
    private final Options options;

    private final WorkObserver.Work work;
    private final PhaseClock phases;
    private final WorkQueue<ParentKey> queue;
    private final ObjectWriter writer;
    private final LoopBrake brake;
    private final ParentMemories memories;
    private final AwaitedNames awaited = new AwaitedNames();
    private final HookRollout rollout;
    private final ChildSelectors selectors;
    private final DecoratorClaims.Mark mark;
    private final ChildReports reports;
    private final WatchReports watchReports;
    private final ObservedCalls calls = new ObservedCalls();
    private final PausedParents paused;
    private final Undo undo = new Undo();
    private final RefusedProgress progress;
    private final RelatedIndex relatedIndex = new RelatedIndex();
    private final List<Subscription> opened = new ArrayList<>();
    private final ControllerHooks hooks;
    private final ParentKinds parents;
    private final RelatedObjects related;
    private final ParentReconciler reconciler;

    /**
     * Creates the parts. If one cannot be created, the others are closed.
     *
     * @throws RuntimeException with a message for the controller's author
     */
    public ControllerParts(
            ControllerSpec spec,
            WatcherDependencies dependencies,
            RestMapper restMapper,
            EventRecorder events,
            Options options) {
        this.spec = spec;
        this.warnings = new ApiWarnings(spec.source(), events);
        this.dependencies = dependencies.with(new ApiWarnings.WarnedCluster(dependencies.cluster(), warnings));
        this.restMapper = restMapper;
        this.events = events;
        this.options = options;
        this.work = this.dependencies.work().controller(spec);
        this.queue = new WorkQueue<>(
                this.dependencies.clock(), RateLimits.defaults(this.dependencies.clock()), work.queue());
        this.writer = new ObjectWriter(this.dependencies.cluster(), this.dependencies.informers()::asCached);
        this.phases = new PhaseClock(work, this.dependencies.clock());
        this.brake = new LoopBrake(
                options.brakesLoops(),
                ControllerName.of(spec.source()),
                this.dependencies.cluster(),
                events,
                options.apply().managers(),
                this.dependencies.clock());
        this.memories = new ParentMemories(this.dependencies.clock());
        memories.whenForgotten(brake::forget);
        memories.whenForgotten(awaited::forget);
        this.rollout =
                new HookRollout(spec, memories, queue, events, this.dependencies.threads(), this.dependencies.clock());
        this.reports = new ChildReports(
                ControllerName.of(spec.source()), events, this.dependencies.observer(), this.dependencies.trees());
        this.watchReports = new WatchReports(() -> List.of(spec.source()), events);
        this.selectors = new ChildSelectors(spec instanceof CompositeController c && c.generateSelector(), memories);
        this.paused = new PausedParents(spec, events);
        this.progress = new RefusedProgress(ControllerName.of(spec.source()));
        this.mark = new DecoratorClaims.Mark(spec.name());
        this.hooks = connectHooks();
        try {
            this.parents = openParents();
            rollout.of(parents);
            this.related = newRelated();
            this.reconciler = newReconciler(new ChildKinds(openChildren()));
        } catch (RuntimeException e) {
            abandon();
            throw e;
        }
    }

    private ControllerHooks connectHooks() {
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

    /** Takes over what the syncs of a stopped controller, which this one replaces, have remembered. */
    public void inherit(ControllerParts former) {
        Set<ObjectStore> caches = opened.stream().map(Subscription::store).collect(Collectors.toSet());
        memories.inherit(former.memories, caches, parents);
        if (former.spec.deletionPolicy() != spec.deletionPolicy()) {
            memories.forgetAnswers(); // so that the next sync remembers what an undo needs
        }
        if (spec.hooks().customize().isPresent()) {
            related.inherit(former.related);
        }
    }

    /** Begins to report on the syncs, and to observe the queue. */
    public SyncReports report() {
        SyncReports syncs = new SyncReports(spec, parents, events, dependencies.observer(), dependencies.clock(), work);
        work.created(() -> queue.state(_ -> true));
        return syncs;
    }

    /** Closes what was opened for a controller that cannot start. */
    public void abandon() {
        opened.forEach(Subscription::close);
        hooks.close();
        work.stopped();
    }

    /** Syncs a parent. */
    public Reconciler<ParentKey> reconciler() {
        return reconciler;
    }

    /** The kinds of the parents. */
    public ParentKinds parents() {
        return parents;
    }

    /** The related objects of the parents. */
    public RelatedObjects related() {
        return related;
    }

    /** The hooks. */
    public ControllerHooks hooks() {
        return hooks;
    }

    /** The caches that the parts read. */
    public List<Subscription> opened() {
        return Collections.unmodifiableList(opened);
    }

    /** The memories of the parents. */
    public ParentMemories memories() {
        return memories;
    }

    /** Forgets what the API server made of writes, since a definition has changed; the parents are to be synced again. */
    public Collection<ParentKey> forgetComparisons() {
        progress.forget();
        return memories.forgetComparisons();
    }

    /** Brings new versions of the hook to the parents. */
    public HookRollout rollout() {
        return rollout;
    }

    /** Slows down writes that never end. */
    public LoopBrake brake() {
        return brake;
    }

    /** The work queue. */
    public WorkQueue<ParentKey> queue() {
        return queue;
    }

    /** What is remembered of the calls of the hooks. */
    public ObservedCalls calls() {
        return calls;
    }

    /** The parents that are not synced, since an annotation pauses them. */
    public PausedParents paused() {
        return paused;
    }

    /** Whether the controller undoes what it made. */
    public Undo undo() {
        return undo;
    }

    /** The warnings of the API server. */
    public ApiWarnings warnings() {
        return warnings;
    }

    private ParentKinds openParents() {
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

    private List<ChildKind> openChildren() {
        ChildEventHandler.Claims claims = spec instanceof CompositeController ? selectors : mark;
        ChildEventHandler handler = new ChildEventHandler(parents.all(), claims, queue, memories, awaited);
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
     * The resource that a rule names; null if it is not served and the controller is being undone: then it has no
     * objects, and may have been deleted together with the controller. A group that cannot be discovered may still have
     * objects.
     */
    private @Nullable ApiResource resource(String apiVersion, String plural) {
        boolean isGone = Undo.isDue(spec.source())
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

    private RelatedObjects newRelated() {
        RelatedRules rules =
                new RelatedRules(restMapper::require, hooks.customizeVersion(), hooks.seesOtherNamespaces());
        RelatedWatches watches =
                new RelatedWatches(dependencies.informers(), relatedIndex, parents, queue, watchReports::follow);
        return new RelatedObjects(hooks, rules, relatedIndex, watches, memories, queue);
    }

    private ParentReconciler newReconciler(ChildKinds children) {
        Finalizers finalizers = new Finalizers(writer, spec.finalizer(), hooks.canFinalize());
        UpdateStrategies strategies = children.strategies(options.apply());
        ChildWriter childWriter = new ChildWriter(
                children,
                strategies,
                restMapper,
                spec.deletionGuard().flatMap(DeletionGuard::limit),
                brake,
                reports,
                awaited,
                options.garbageGrace(),
                dependencies);
        ChildClaims claims;
        ParentRevisions revisions = ParentRevisions.NONE;
        AnswerApplier applier;
        StatusWriter status = new StatusWriter(writer, phases, brake);
        if (spec instanceof CompositeController composite) {
            claims = new CompositeClaims(children.all(), selectors, dependencies.cluster(), writer);
            Optional<RollingUpdates> rolling = Optional.empty();
            if (composite.children().stream()
                    .anyMatch(rule -> rule.strategy().method().isRolling())) {
                Subscription recorded = openRevisions();
                revisions = recordedRevisions(composite, recorded);
                rolling = Optional.of(rollingUpdates(recorded, strategies));
            }
            applier = new CompositeApplier(finalizers, claims, childWriter, rolling, status, progress);
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
                        new RevisionCalls(hooks, new Fanout(dependencies.threads())),
                        applier,
                        schedule(),
                        events,
                        parentReports(),
                        phases,
                        undo,
                        rollout),
                dependencies.leads());
    }

    private ParentReports parentReports() {
        return new ParentReports(ControllerName.of(spec.source()), dependencies.observer());
    }

    private SyncSchedule schedule() {
        Duration flush = options.resync();
        Duration resync = spec.resyncPeriod()
                .filter(own -> !flush.isPositive() || own.compareTo(flush) < 0)
                .orElse(flush);
        return new SyncSchedule(queue, resync);
    }

    private Subscription openRevisions() {
        ApiResource resource = restMapper.require(WellKnown.API_VERSION, "controllerrevisions");
        return open(resource, new RevisionEventHandler(parents.all(), queue, memories));
    }

    private RecordedRevisions recordedRevisions(CompositeController composite, Subscription recorded) {
        return new RecordedRevisions(
                recorded.resource(),
                recorded,
                selectors,
                composite.parent().revisionFieldPaths(),
                dependencies.cluster(),
                writer);
    }

    private RollingUpdates rollingUpdates(Subscription recorded, UpdateStrategies strategies) {
        RevisionWriter recorder = new RevisionWriter(
                recorded.resource(),
                recorded,
                selectors,
                dependencies.cluster(),
                options.revisionNamespace(),
                dependencies.clock());
        return new RollingUpdates(strategies, dependencies.trees(), recorder, reports, dependencies.clock());
    }

    /**
     * Reports changed credentials that cannot be used: once for all hooks of a controller that have the same problem,
     * and once when it is fixed. Thread-safe.
     */
    static final class CredentialReports {

        private static final Logger LOG = LoggerFactory.getLogger(ControllerParts.class);

        private final ControllerSpec spec;
        private final EventRecorder events;

        /** The present problems; guarded by this. */
        private final Map<HookType, String> problems = new EnumMap<>(HookType.class);

        CredentialReports(ControllerSpec spec, EventRecorder events) {
            this.spec = spec;
            this.events = events;
        }

        /** Reports that new credentials of a hook cannot be used, or that its credentials can be used again. */
        synchronized void changed(HookType hook, Optional<String> problem) {
            problem.ifPresent(why -> {
                if (!problems.containsValue(why)) {
                    broken(why);
                }
            });
            String before = problem.isPresent() ? problems.put(hook, problem.get()) : problems.remove(hook);
            if (before != null && problems.isEmpty()) {
                recovered();
            }
        }

        private void broken(String why) {
            LOG.atWarn()
                    .addKeyValue("controller", ControllerName.of(spec.source()))
                    .addKeyValue("error", why)
                    .log("changed credentials of a hook cannot be used, calling with the last valid ones");
            events.warning(
                    spec.source(),
                    "CredentialsError",
                    "Changed credentials cannot be used, hooks are called with the last valid ones: " + why);
        }

        private void recovered() {
            LOG.atInfo()
                    .addKeyValue("controller", ControllerName.of(spec.source()))
                    .log("credentials of the hooks can be used again");
            events.normal(spec.source(), "CredentialsRecovered", "Credentials of the hooks can be used again");
        }
    }

    /**
     * Adds a parent to the queue if its sync was postponed until the cache shows a write to a ControllerRevision.
     * Otherwise changes of ControllerRevisions cause no sync, as in Metacontroller.
     */
    static final class RevisionEventHandler implements ResourceEventHandler {

        private final List<ParentKind> parents;
        private final WorkQueue<ParentKey> queue;
        private final ParentMemories memories;

        RevisionEventHandler(List<ParentKind> parents, WorkQueue<ParentKey> queue, ParentMemories memories) {
            this.parents = parents;
            this.queue = queue;
            this.memories = memories;
        }

        @Override
        public void added(KubeObject revision) {
            enqueueIfWaiting(revision);
        }

        @Override
        public void updated(KubeObject before, KubeObject now) {
            enqueueIfWaiting(now);
        }

        @Override
        public void deleted(KubeObject last) {
            owners(last)
                    .forEach(parent -> memories.find(parent)
                            .ifPresent(memory -> memory.writes().deletionSeen(last)));
            enqueueIfWaiting(last);
        }

        private void enqueueIfWaiting(KubeObject revision) {
            owners(revision).stream()
                    .filter(memories::isWaiting)
                    .forEach(parent ->
                            queue.add(parent, Priority.CHANGE, Cause.continued("a sync waited for " + revision)));
        }

        private List<ParentKey> owners(KubeObject revision) {
            return revision.controllerOwner().stream()
                    .flatMap(owner -> parents.stream().flatMap(kind -> kind.ownerOf(revision, owner).stream()))
                    .map(ParentKey::of)
                    .toList();
        }
    }
}
