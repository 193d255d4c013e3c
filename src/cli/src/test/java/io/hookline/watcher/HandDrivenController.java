package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.testing.RecordingCluster;
import io.hookline.trace.Causes;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver;
import io.hookline.watcher.sync.ControllerParts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One controller on a cluster in memory, with no loop and no thread of its own: a sync runs when the test calls it, on
 * the test's thread, with caches that show everything. Only writes of one kind run in parallel, as they do in earnest.
 */
public final class HandDrivenController implements AutoCloseable {

    private final Cluster local;
    public final RecordingCluster cluster;
    public final List<HookRequest> calls = new ArrayList<>();

    /** The next answer of the hook. */
    public byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);

    /** The hook; by default it returns {@link #answer}. */
    public Function<HookRequest, byte[]> hook = _ -> answer.clone();

    /** Replies of the hook that are no answers. */
    public Function<HookRequest, Optional<HookReply>> reply = _ -> Optional.empty();

    /** The version of the hook that its server tells without a call. */
    public Supplier<Optional<String>> served = Optional::empty;

    /** Whether this process is the leader. */
    public boolean leads = true;

    public final ManualClock clock = new ManualClock();
    private final SharedInformerFactory informers;
    private final List<Subscription> subscriptions;
    private final EventBroadcaster events;
    private final ParentKind parentKind;
    private final Reconciler<ParentKey> reconciler;
    public final ControllerParts assembly;

    /** On a cluster that has the kinds which the controller names. */
    public HandDrivenController(Cluster local, KubeObject controller) {
        this(local, controller, next -> next);
    }

    /** With something between the controller and the cluster. */
    public HandDrivenController(Cluster local, KubeObject controller, UnaryOperator<Cluster> between) {
        this(local, controller, between, WatcherOptions.DEFAULTS);
    }

    /** With a watcher's options. */
    public HandDrivenController(
            Cluster local, KubeObject controller, UnaryOperator<Cluster> between, WatcherOptions options) {
        this.local = local;
        this.cluster = new RecordingCluster(local);
        Cluster seen = between.apply(cluster);
        this.informers = SharedInformerFactory.byHand(seen, options.informers(), clock, new SplittableRandom(2));
        this.events = new EventBroadcaster(seen, clock);
        WatcherDependencies engine = new WatcherDependencies(
                seen,
                informers,
                (_, _, _, _) -> new Said(),
                KubeObject::tree,
                Thread.ofVirtual().factory(),
                clock,
                WatcherObserver.NONE,
                WorkObserver.NONE,
                () -> 1,
                () -> leads);
        ControllerSpec spec = controller.kind().equals("CompositeController")
                ? ControllerDecoder.composite(controller).value()
                : ControllerDecoder.decorator(controller).value();
        RestMapper catalog = new RestMapper(engine.cluster(), clock, Duration.ofSeconds(30));
        EventRecorder recorder = new EventRecorder(events, clock, 1.0 / 300, 25);
        this.assembly = new ControllerParts(spec, engine, catalog, recorder, options.ofSyncs());
        this.subscriptions = assembly.opened();
        this.parentKind = assembly.parents().all().getFirst();
        this.reconciler = assembly.reconciler();
    }

    private final class Said implements HookClient {
        @Override
        public HookReply call(HookRequest request) {
            synchronized (calls) { // several revisions are asked for at the same time
                calls.add(request);
            }
            return reply.apply(request).orElseGet(() -> new HookReply.Answered(new JsonText(hook.apply(request))));
        }

        @Override
        public Optional<String> servedVersion() {
            return served.get();
        }

        @Override
        public void close() {}
    }

    /** One sync of a parent, after the caches have seen all that happened; a failed one throws what it failed with. */
    public Outcome sync(ObjectKey parent) {
        Outcome outcome = outcome(parent, "the test");
        if (outcome instanceof Outcome.Failed failed && failed.cause() instanceof RuntimeException cause) {
            throw cause;
        }
        return outcome;
    }

    /** How a sync of a parent in namespace default ends, with an answer. */
    public Outcome outcome(String parent, String says) {
        answer = says.getBytes(StandardCharsets.UTF_8);
        return outcome(new ObjectKey("default", parent), "the test");
    }

    /** How a sync of a parent ends. */
    public Outcome outcome(ObjectKey parent) {
        return outcome(parent, "the test");
    }

    private Outcome outcome(ObjectKey parent, String cause) {
        catchUp();
        return outcomeOnStaleCaches(parent, cause);
    }

    /** How a sync ends, on what the caches show without another look at the cluster. */
    public Outcome outcomeOnStaleCaches(ObjectKey parent, String cause) {
        try {
            return reconciler.reconcile(new ParentKey(parentKind.resource().gvk(), parent), Causes.of(cause));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same for a parent in namespace default, with an answer. */
    public Outcome sync(String parent, String says) {
        answer = says.getBytes(StandardCharsets.UTF_8);
        return sync(new ObjectKey("default", parent));
    }

    /** Lets the caches see all that happened. */
    public void catchUp() {
        boolean moved = true;
        while (moved || !subscriptions.stream().allMatch(Subscription::isSynced)) {
            moved = informers.step();
        }
    }

    /** The delay until a parent is synced again without a change. */
    public Duration nextSync() {
        return Duration.between(clock.instant(), assembly.queue().nextDue().orElseThrow());
    }

    /** Works on all keys that are due by a time, as a loop would. */
    public void run(Duration later) {
        catchUp();
        clock.advance(later);
        for (var next = assembly.queue().poll();
                next.isPresent();
                next = assembly.queue().poll()) {
            sync(next.get().key().key());
            assembly.queue().done(next.get().key());
        }
    }

    /** Whether a parent is due to be synced; its key is dropped. */
    public boolean isQueued() {
        var next = assembly.queue().poll();
        next.ifPresent(taken -> assembly.queue().done(taken.key()));
        return next.isPresent();
    }

    /** Lets the caches see all that happened, and drops all keys that are due. */
    public void drainQueue() {
        catchUp();
        for (var next = assembly.queue().poll();
                next.isPresent();
                next = assembly.queue().poll()) {
            assembly.queue().done(next.get().key());
        }
    }

    /** Reasons and messages of all events so far. */
    public List<String> events() {
        events.drain();
        return local.list(resource("v1", "events"), ListOptions.ALL).items().stream()
                .map(KubeObject::tree)
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .toList();
    }

    ApiResource resource(String apiVersion, String plural) {
        return local.discover().resources().stream()
                .filter(r -> r.apiVersion().equals(apiVersion) && r.plural().equals(plural))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        informers.close();
    }
}
