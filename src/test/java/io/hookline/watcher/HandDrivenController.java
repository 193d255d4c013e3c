package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.hook.HookClient;
import io.hookline.hook.HookReply;
import io.hookline.hook.HookRequest;
import io.hookline.hook.JsonText;
import io.hookline.informer.ChangeHandler;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.Informers;
import io.hookline.informer.Subscription;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import io.hookline.testing.CountingCluster;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * One controller on a cluster in memory, with no loop and no thread of its own: a sync happens when the test says so, on
 * the test's thread, with caches that show everything. Only writes of one kind run in parallel, as they do in earnest.
 */
final class HandDrivenController implements AutoCloseable {

    final LocalCluster local;
    final CountingCluster cluster;
    final List<HookRequest> calls = new ArrayList<>();

    /** What the hook says next, whatever it is asked. */
    byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);

    private final ManualClock clock = new ManualClock();
    private final Informers informers;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final EventDelivery events;
    private final ParentKind parentKind;
    private final ParentReconciler reconciler;

    /** On a cluster that has the kinds which the controller names. */
    HandDrivenController(LocalCluster local, KubeObject controller) {
        this(local, controller, next -> next);
    }

    /** With something between the controller and the cluster. */
    HandDrivenController(LocalCluster local, KubeObject controller, UnaryOperator<Cluster> between) {
        this.local = local;
        this.cluster = new CountingCluster(local);
        Cluster seen = between.apply(cluster);
        this.informers = Informers.byHand(seen, InformerOptions.DEFAULTS, clock, new SplittableRandom(2));
        this.events = new EventDelivery(seen);
        Engine engine = new Engine(
                seen,
                informers,
                (_, _, _) -> new Said(),
                KubeObject::tree,
                Thread.ofVirtual().factory(),
                clock,
                WatcherObserver.NONE);
        ControllerSpec spec = controller.kind().equals("CompositeController")
                ? ControllerDecoder.composite(controller).value()
                : ControllerDecoder.decorator(controller).value();
        ParentRule rule = spec.parents().getFirst();
        ApiResource parent = resource(rule.apiVersion(), rule.resource());
        this.parentKind = new ParentKind(rule, parent, subscribe(parent), spec.finalizer());
        this.reconciler = reconciler(spec, engine);
    }

    private ParentReconciler reconciler(ControllerSpec spec, Engine engine) {
        List<ChildKind> children = new ArrayList<>();
        for (ChildRule rule : spec.children()) {
            ApiResource resource = resource(rule.apiVersion(), rule.resource());
            children.add(new ChildKind(rule, resource, subscribe(resource)));
        }
        WorkQueue<ParentKey> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));
        HookCalls hooks = new HookCalls(spec, engine.hooks());
        ObjectWriter writer = new ObjectWriter(engine.cluster());
        Finalizers finalizers = new Finalizers(writer, spec.finalizer(), hooks.canFinalize());
        OwnWrites ownWrites = new OwnWrites(clock);
        EventRecorder recorder = new EventRecorder(events, clock, WatcherOptions.DEFAULTS);
        ResourceCatalog catalog = new ResourceCatalog(engine.cluster(), clock, Duration.ofSeconds(30));
        ChildWriter childWriter = new ChildWriter(
                children,
                new DesiredChildren(children, catalog),
                new SettledMemo(),
                ownWrites,
                new ChildReports(spec.name(), recorder, WatcherObserver.NONE, queue),
                engine);
        Ownership ownership;
        Effects effects;
        StatusWriter status = new StatusWriter(writer);
        if (spec instanceof CompositeController composite) {
            ChildSelectors selectors = new ChildSelectors(composite.generateSelector());
            ownership = new CompositeOwnership(children, selectors, engine.cluster(), writer);
            effects = new CompositeEffects(finalizers, ownership, childWriter, status, ownWrites);
        } else {
            ownership = new DecoratorOwnership(children, spec.name());
            effects = new DecoratorEffects(finalizers, ownership, childWriter, writer, status, ownWrites);
        }
        return new ParentReconciler(
                new ParentKinds(List.of(parentKind)),
                finalizers,
                ownership,
                hooks,
                effects,
                ownWrites,
                new ParentReconciler.Schedule(queue, Duration.ofMinutes(30)));
    }

    private Subscription subscribe(ApiResource resource) {
        Subscription subscription = informers.subscribe(resource, new Unheard());
        subscriptions.add(subscription);
        return subscription;
    }

    /** Changes wake nobody here. */
    private static final class Unheard implements ChangeHandler {
        @Override
        public void added(KubeObject object) {}

        @Override
        public void updated(KubeObject before, KubeObject now) {}

        @Override
        public void deleted(KubeObject last) {}
    }

    private final class Said implements HookClient {
        @Override
        public HookReply call(HookRequest request) {
            calls.add(request);
            return new HookReply.Answered(new JsonText(answer.clone()));
        }

        @Override
        public void close() {}
    }

    /** One sync of a parent, after the caches have seen all that happened. */
    Outcome sync(ObjectKey parent) {
        catchUp();
        try {
            return reconciler.reconcile(new ParentKey(parentKind.resource().gvk(), parent), Set.of("the test"));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same for a parent in namespace default, with an answer. */
    Outcome sync(String parent, String says) {
        answer = says.getBytes(StandardCharsets.UTF_8);
        return sync(new ObjectKey("default", parent));
    }

    private void catchUp() {
        boolean moved = true;
        while (moved || !subscriptions.stream().allMatch(Subscription::isSynced)) {
            moved = informers.step();
        }
    }

    /** Reasons and messages of all events so far. */
    List<String> events() {
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
