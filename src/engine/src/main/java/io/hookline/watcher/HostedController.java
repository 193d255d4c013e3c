package io.hookline.watcher;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.DecoratorController;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.condition.ControllerFacts.Caches;
import io.hookline.watcher.condition.ControllerFacts.Parents;
import io.hookline.watcher.condition.ControllerFacts.Rollout;
import io.hookline.watcher.condition.ControllerFacts.Running;
import io.hookline.watcher.condition.ObservedCalls;
import io.hookline.watcher.condition.Reason;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.sync.ControllerParts;
import io.hookline.watcher.sync.FailedParents;
import io.hookline.watcher.sync.HookRollout;
import io.hookline.watcher.sync.ParentMemory;
import io.hookline.watcher.sync.PausedParents;
import io.hookline.watcher.sync.SyncReports;
import io.hookline.watcher.view.ParentState;
import io.hookline.watcher.view.WatcherView;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control loop of one CompositeController or DecoratorController, from its start to its stop.
 *
 * <p>No parent is synced before every cache of the controller is complete: an object that is only incomplete in an
 * incomplete cache must not look deleted to a hook.
 */
final class HostedController {

    private static final Logger LOG = LoggerFactory.getLogger(HostedController.class);

    /** The maximum time for interrupted syncs to end. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(5);

    private final ControllerSpec spec;
    private final SharedInformerFactory informers;
    private final ControllerParts parts;
    private final SyncReports reports;
    private final ControllerLoop<ParentKey> loop;
    private final AtomicBoolean followed = new AtomicBoolean();
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final AtomicBoolean observed = new AtomicBoolean(true);
    private volatile boolean complete;
    private volatile boolean stopping;

    /** The request that was last carried out. At the start every parent is synced anyway. */
    private volatile @Nullable String resync;

    /**
     * Subscribes it to its resources, without starting it.
     *
     * @param former the stopped controller that it replaces
     * @throws RuntimeException with a message for the controller's author
     */
    static HostedController of(
            ControllerSpec spec,
            WatcherDependencies dependencies,
            RestMapper restMapper,
            EventRecorder events,
            WatcherOptions options,
            Optional<HostedController> former) {
        ControllerParts parts = new ControllerParts(spec, dependencies, restMapper, events, options.ofSyncs());
        try {
            former.ifPresent(stopped -> parts.inherit(stopped.parts));
            return new HostedController(spec, dependencies, parts);
        } catch (RuntimeException e) {
            parts.abandon();
            throw e;
        }
    }

    private HostedController(ControllerSpec spec, WatcherDependencies dependencies, ControllerParts parts) {
        this.spec = spec;
        this.informers = dependencies.informers();
        this.parts = parts;
        this.reports = parts.report();
        this.loop =
                new ControllerLoop<>(spec.name(), parts.queue(), parts.reconciler(), reports, dependencies.traces());
        this.resync = spec.source().annotation(Watcher.RESYNC_ANNOTATION);
        parts.rollout().whenBegun(this::forgetHook);
    }

    ControllerSpec spec() {
        return spec;
    }

    /** The resources of its parents, as discovered when it was started. */
    List<ApiResource> parents() {
        return parts.parents().all().stream().map(ParentKind::resource).toList();
    }

    /** All resources whose caches it needs: those of its parents and children. */
    List<ApiResource> watched() {
        return parts.opened().stream().map(Subscription::resource).toList();
    }

    /** Starts the workers as soon as all caches are complete. */
    void start(WatcherDependencies dependencies, int workers) {
        AtomicInteger incomplete = new AtomicInteger(parts.opened().size());
        if (parts.opened().isEmpty()) { // all its kinds are gone
            startWorkers(dependencies, workers);
        }
        for (Subscription subscription : parts.opened()) {
            subscription.whenSynced(() -> {
                if (incomplete.decrementAndGet() == 0) {
                    startWorkers(dependencies, workers);
                }
            });
        }
    }

    private void startWorkers(WatcherDependencies dependencies, int workers) {
        LOG.atDebug()
                .addKeyValue("controller", ControllerName.of(spec.source()))
                .log("caches are complete");
        complete = true;
        loop.start(dependencies.threads(), workers);
    }

    /** Why it cannot work, one message for each resource that cannot be watched. */
    List<String> problems() {
        Stream<String> own =
                parts.opened().stream().flatMap(s -> s.failure().map(text -> s.resource() + ": " + text).stream());
        Stream<String> blind = blindness().stream().map(text -> "changes of parents are not seen: " + text);
        return Stream.of(blind, own, parts.related().problems().stream())
                .flatMap(each -> each)
                .distinct()
                .toList();
    }

    /** Why changes of parents are not seen, although the kinds are served and may be read; empty if they are seen. */
    List<String> blindness() {
        return parts.parents().all().stream()
                .map(ParentKind::subscription)
                .filter(each -> each.refusal().isEmpty())
                .flatMap(each -> each.outage().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * What is known of it.
     *
     * @param changed is called from now on when that changes, except for the number of parents and of those that fail
     *     beside others
     * @param denied a denied request for the object of the controller itself
     */
    Running facts(Runnable changed, Optional<String> denied) {
        if (followed.compareAndSet(false, true)) {
            parts.calls().onChange(changed);
            reports.whenWorse(changed);
            parts.brake().whenBraked(changed);
            parts.rollout().whenChanged(changed);
            parts.opened().forEach(each -> follow(each, changed));
        }
        parts.rollout().check();
        FailedParents.Summary failed = reports.failures(this::exists);
        List<Subscription> caches = Stream.concat(parts.opened().stream(), parts.related().caches().stream())
                .toList();
        return new Running(
                cacheFacts(caches),
                parts.calls().state(),
                new Parents(
                        parts.parents().count(),
                        failed.count(),
                        failed.example(),
                        failed.denied().or(() -> denied),
                        failed.held()),
                parts.brake().messages(),
                parts.rollout()
                        .progress()
                        .map(known -> new Rollout(known.version(), known.parents(), known.active(), known.problem())));
    }

    /** Which caches cannot be read, and why. */
    private Caches cacheFacts(List<Subscription> caches) {
        return new Caches(
                texts(caches, each -> each.denial().isPresent() ? Optional.empty() : each.refusal()),
                texts(caches, Subscription::denial),
                texts(caches, each -> each.refusal().isPresent() ? Optional.empty() : each.failure()),
                blindness(),
                complete);
    }

    private static List<String> texts(List<Subscription> caches, Function<Subscription, Optional<String>> text) {
        return caches.stream()
                .flatMap(each -> text.apply(each).stream())
                .distinct()
                .sorted()
                .toList();
    }

    private static void follow(Subscription subscription, Runnable changed) {
        subscription.whenSynced(changed);
        follow(subscription, subscription::whenRefused, changed);
        follow(subscription, subscription::whenOut, changed);
    }

    private static void follow(Subscription subscription, Consumer<Runnable> failing, Runnable changed) {
        failing.accept(() -> {
            changed.run();
            subscription.whenRecovered(() -> {
                changed.run();
                follow(subscription, failing, changed);
            });
        });
    }

    private boolean exists(ParentKey key) {
        return parts.parents().find(key).isPresent();
    }

    /** How many parents are paused by their own annotation. */
    int pausedParents() {
        return parts.paused().count(this::exists);
    }

    /** For how long the parent that is blocked longest is, by reason; zero if none is. No failure tells of these. */
    Map<String, Duration> blocked() {
        return Map.of(
                "name_taken", parts.memories().longest(ParentMemory::nameTakenFor),
                "not_finalized", parts.memories().longest(ParentMemory::unfinishedFor));
    }

    /** Pauses or resumes it, as the annotation of its object requests. */
    void pause(KubeObject object) {
        if (parts.paused().pauseAll(PausedParents.isRequested(object))
                && !parts.paused().areAllPaused()) {
            parts.parents().keys().forEach(key -> parts.queue().add(key, Priority.CHANGE, "controller resumed"));
        }
    }

    /** Begins to undo what the controller made, for all parents; returns false if it has begun before. */
    boolean undo() {
        boolean first = parts.undo().begin();
        if (first) {
            parts.parents().keys().forEach(key -> {
                parts.queue().forget(key);
                parts.queue().add(key, Priority.CHANGE, "controller is being deleted");
            });
        }
        return first;
    }

    /** For how many parents something may be left to undo; empty while it is not known. */
    OptionalLong notUndone() {
        return complete
                ? OptionalLong.of(parts.parents()
                        .keys()
                        .filter(key -> !parts.undo().isDone(key))
                        .count())
                : OptionalLong.empty();
    }

    /** How many of its parents wait to be synced. */
    int queued() {
        return parts.queue().depth();
    }

    /** How the last calls of its hooks ended. */
    String hookCalls() {
        return switch (parts.calls().state()) {
            case ObservedCalls.NoCallYet() -> "not called yet";
            case ObservedCalls.AllAnswered() -> "answers";
            case ObservedCalls.Failed(String message) -> message;
            case ObservedCalls.FailedForOne(String message) -> message;
        };
    }

    /** A parent as it is now; empty if it is not of a kind of this controller. */
    Optional<ParentState> look(ParentKey key) {
        return parts.parents()
                .of(key)
                .map(kind -> look(
                        new ParentKey(kind.resource().gvk(), key.key()),
                        kind.subscription().store().get(key.key()),
                        kind));
    }

    /** All parents that it is responsible for, as they are now, without their children and warnings. */
    Stream<ParentState> looks() {
        ControllerName name = ControllerName.of(spec.source());
        return parts.parents().all().stream()
                .flatMap(kind -> kind.subscription().store().all().stream()
                        .filter(kind::concerns)
                        .map(object -> {
                            ParentKey key = ParentKey.of(object);
                            return new ParentState(
                                    name,
                                    key,
                                    Optional.of(object),
                                    now(key, object),
                                    List.of(),
                                    problems(object),
                                    List.of());
                        }));
    }

    /** The cached objects of its parents' kinds that a query names, also those that it does not select. */
    List<ParentState> find(WatcherView.Query query) {
        return parts.parents().all().stream()
                .filter(kind -> isNamed(kind.resource(), query))
                .map(kind -> new ParentKey(kind.resource().gvk(), key(kind.resource(), query)))
                .flatMap(key -> look(key).stream())
                .filter(state -> state.parent().isPresent())
                .toList();
    }

    /** The cached objects of all its kinds that a query names. */
    Stream<KubeObject> cached(WatcherView.Query query) {
        return parts.opened().stream()
                .filter(each -> isNamed(each.resource(), query))
                .flatMap(each -> each.store().get(key(each.resource(), query)).stream());
    }

    private static boolean isNamed(ApiResource resource, WatcherView.Query query) {
        return (query.group().isEmpty() || query.group().equals(resource.group()))
                && Stream.concat(
                                Stream.of(resource.kind(), resource.plural(), resource.singular()),
                                resource.shortNames().stream())
                        .anyMatch(query.kind()::equalsIgnoreCase);
    }

    private static ObjectKey key(ApiResource resource, WatcherView.Query query) {
        return new ObjectKey(resource.namespaced() ? query.namespace() : "", query.name());
    }

    /** The parents that control a child. */
    Stream<ParentState> parentsOf(KubeObject child) {
        return child.controllerOwner().stream()
                .flatMap(owner -> parts.parents().all().stream().flatMap(kind -> kind.ownerOf(child, owner).stream()))
                .flatMap(parent -> look(ParentKey.of(parent)).stream())
                .filter(state -> state.children().contains(child));
    }

    private ParentState look(ParentKey key, Optional<KubeObject> parent, ParentKind kind) {
        List<KubeObject> children = parent.map(this::children).orElse(List.of());
        return new ParentState(
                ControllerName.of(spec.source()),
                key,
                parent,
                parent.<ParentState.Now>map(object -> kind.concerns(object)
                                ? now(key, object)
                                : new ParentState.NotSelected(unmet(object, kind)))
                        .orElseGet(ParentState.Missing::new),
                children,
                parent.map(this::problems).orElse(List.of()),
                parent.map(object -> warnings(object, children)).orElse(List.of()));
    }

    /** What the API server has warned of in the last writes of the children and the status. */
    private List<String> warnings(KubeObject parent, List<KubeObject> children) {
        Stream<String> ofStatus = memory(parent).filter(ParentMemory::altersStatus).stream()
                .flatMap(_ -> Stream.of("status", "")
                        .flatMap(part -> parts.warnings().ofLastWrite(parent, part).stream())
                        .map(text -> "the status: " + text));
        Stream<String> ofChildren = children.stream()
                .flatMap(child ->
                        parts.warnings().ofLastWrite(child, "").stream().map(text -> child + ": " + text));
        return Stream.concat(ofStatus, ofChildren)
                .map(text -> "the API server warned of the last write of " + text)
                .toList();
    }

    private Optional<ParentMemory> memory(KubeObject parent) {
        return parts.memories()
                .find(ParentKey.of(parent))
                .filter(memory -> memory.uid().equals(parent.uid()));
    }

    /** What keeps a parent from its desired state though no sync fails. */
    private List<String> problems(KubeObject parent) {
        ParentKey key = ParentKey.of(parent);
        Stream<String> names = memory(parent).stream().flatMap(memory -> memory.problems().stream());
        Stream<String> loops = parts.brake().messages(key).stream()
                .map(text -> Reason.NEVER_SETTLES.text() + ": " + text + ": " + Reason.NEVER_SETTLES.advice());
        return Stream.concat(names, loops).toList();
    }

    /** By the owner only: to claim them could adopt and release. */
    private List<KubeObject> children(KubeObject parent) {
        return parts.opened().stream()
                .filter(each -> !each.resource().kind().equals("ControllerRevision"))
                .flatMap(each -> each.store().controlledBy(parent.uid()).stream())
                .filter(child -> !(spec instanceof DecoratorController)
                        || spec.name().equals(child.annotation(WellKnown.DECORATOR_CONTROLLER)))
                .sorted(Comparator.comparing(KubeObject::toString))
                .distinct()
                .toList();
    }

    private ParentState.Now now(ParentKey key, KubeObject parent) {
        Instant now = parts.queue().clock().instant();
        WorkQueue.KeyState state = parts.queue().find(key);
        if (state.processing() != null) {
            return new ParentState.Syncing(Duration.between(state.processing(), now));
        }
        boolean selfPaused = PausedParents.isRequested(parent);
        if ((selfPaused || parts.paused().areAllPaused())
                && !parent.isBeingDeleted()
                && !parts.undo().isActive()) {
            return new ParentState.Paused(!selfPaused);
        }
        Optional<String> kept =
                parts.undo().isActive() ? Optional.empty() : parts.rollout().keepsBack(parent);
        if (kept.isPresent()) {
            return new ParentState.KeptBack(kept.get());
        }
        if (state.waiting() != null) {
            return new ParentState.Queued(Duration.between(state.waiting(), now));
        }
        if (state.retry() != null) {
            Duration left = Duration.between(now, state.retry());
            boolean forCache = parts.memories().isWaiting(key);
            return forCache ? new ParentState.AwaitsCache(left) : new ParentState.Retrying(state.failures(), left);
        }
        Optional<Duration> next = Optional.ofNullable(state.delayed()).map(due -> Duration.between(now, due));
        int unfinished = memory(parent).map(ParentMemory::unfinished).orElse(0);
        String deleted = parent.deletionTimestamp();
        return deleted != null && unfinished > 0 && parent.hasFinalizer(spec.finalizer())
                ? new ParentState.Finalizing(
                        Duration.between(Instant.parse(deleted), now), unfinished, next, state.why())
                : new ParentState.Done(next, state.why());
    }

    /** What of the selectors a parent does not meet. */
    private static String unmet(KubeObject parent, ParentKind kind) {
        Stream<String> labels = unmet("label", kind.rule().labels(), parent.labels());
        Stream<String> annotations = unmet("annotation", kind.rule().annotations(), parent.annotations());
        return Stream.concat(labels, annotations).collect(Collectors.joining(", "));
    }

    private static Stream<String> unmet(String what, LabelSelector selector, Map<String, String> has) {
        return selector.requirements().stream()
                .filter(each -> !new LabelSelector(List.of(each)).matches(has))
                .map(each -> what + " "
                        + switch (each.operator()) {
                            case IN ->
                                each.key()
                                        + (each.values().size() == 1
                                                ? "=" + each.values().getFirst()
                                                : " in " + each.values())
                                        + (has.containsKey(each.key())
                                                ? " is wanted, not " + has.get(each.key())
                                                : " is missing");
                            case EXISTS -> each.key() + " is missing";
                            case NOT_IN, DOES_NOT_EXIST -> each.key() + " excludes it";
                        });
    }

    /** How many of its workers have ended unexpectedly. */
    int lostWorkers() {
        return loop.lostWorkers();
    }

    /** Whether its parents or children are of a definition's kind. */
    boolean watches(String definition) {
        return parts.opened().stream()
                .anyMatch(each -> each.resource().groupResource().equals(definition));
    }

    /** Retries failed watches now, since their kinds may have been added. */
    void retryFailedCaches() {
        parts.opened().stream()
                .filter(each -> each.failure().isPresent())
                .forEach(each -> informers.retryNow(each.resource()));
    }

    /** Forgets the answers of a hook that has changed, and queues every parent without back-off. */
    void hookChanged() {
        parts.rollout().replaced();
        syncAll(Priority.CHANGE, "hook changed");
    }

    /**
     * Syncs every parent if the annotation of its object has a value that it did not have, after changes that cannot
     * wait.
     */
    synchronized void resync(KubeObject object) {
        String requested = object.annotation(Watcher.RESYNC_ANNOTATION);
        if (Objects.equals(requested, resync)) {
            return;
        }
        resync = requested;
        if (requested != null) {
            LOG.atInfo()
                    .addKeyValue("controller", ControllerName.of(spec.source()))
                    .addKeyValue("parents", parts.parents().count())
                    .log("all parents are synced again, because of the annotation " + Watcher.RESYNC_ANNOTATION
                            + parts.rollout()
                                    .progress()
                                    .filter(progress -> progress.problem().isPresent())
                                    .map(progress -> ", but not those that version " + progress.version()
                                            + " of the hook has not reached: its rollout is paused, until the annotation "
                                            + HookRollout.RESUME_ANNOTATION + " gets a new value")
                                    .orElse(""));
            syncAll(Priority.RESYNC, "resync requested");
        }
    }

    /** Forgets what is known of a hook that has changed. */
    private void forgetHook() {
        parts.hooks().hookChanged();
        reports.hookChanged();
        parts.warnings().forget();
        parts.memories().forgetAnswers();
        parts.brake().forgetAll();
    }

    private void syncAll(Priority priority, String cause) {
        forgetHook();
        parts.parents().keys().forEach(key -> {
            parts.queue().forget(key);
            parts.queue().add(key, priority, cause);
        });
    }

    /** Resumes a paused rollout of the hook, if the annotation of its object requests it. */
    void resumeRollout(KubeObject object) {
        parts.rollout().resume(object);
    }

    /** A definition was added, changed or deleted. */
    void kindsChanged(String definition) {
        parts.related().kindsChanged();
        if (watches(definition)) {
            parts.forgetComparisons()
                    .forEach(parent ->
                            parts.queue().add(parent, Priority.RESYNC, "the definition " + definition + " changed"));
        }
    }

    /** Whether {@link #stop} was called. */
    boolean isStopping() {
        return stopping;
    }

    /**
     * Starts no more syncs and waits for syncs in flight; after the grace period they are interrupted.
     *
     * @return true if all syncs have ended, so that the caller can {@link #close} it; if false, the caller must call it
     *     again
     */
    boolean stop(Duration grace) {
        boolean repeated = stopping;
        stopping = true;
        if (loop.stop(grace)) {
            reportStopped();
            return true;
        }
        int inFlight = parts.queue().processing(); // without a grace period, idle workers have not ended either
        if (!repeated && inFlight > 0) {
            LOG.atWarn()
                    .addKeyValue("controller", ControllerName.of(spec.source()))
                    .addKeyValue("syncs", inFlight)
                    .log("syncs in flight did not end in time, and were interrupted");
        }
        return false;
    }

    /** Ends controllers in parallel and waits for that, unless this thread is interrupted. */
    static void endAll(Collection<HostedController> controllers, Duration grace, ThreadFactory threads) {
        List<Thread> stopping = controllers.stream()
                .map(controller -> threads.newThread(() -> controller.end(grace)))
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
    }

    /** Stops and closes everything, even if interrupted syncs do not end. */
    void end(Duration grace) {
        boolean ended = stop(grace) || stop(AFTER_INTERRUPT);
        LOG.atDebug()
                .addKeyValue("controller", ControllerName.of(spec.source()))
                .addKeyValue("syncsEnded", ended)
                .log("closing the controller");
        close();
    }

    /** Leaves its caches, which stop if no other controller uses them, and closes its hooks. */
    void close() {
        if (open.compareAndSet(true, false)) {
            parts.opened().forEach(Subscription::close);
            parts.related().close();
            parts.hooks().close();
            reportStopped();
        }
    }

    /**
     * When its syncs have ended, not when it is closed: its replacement is started before that, and is observed by the
     * same name.
     */
    private void reportStopped() {
        if (observed.compareAndSet(true, false)) {
            reports.stopped();
        }
    }
}
