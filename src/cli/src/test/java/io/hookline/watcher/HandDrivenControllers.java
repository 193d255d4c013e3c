package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import io.hookline.trace.Causes;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The part of a watcher that starts and stops controllers, on a cluster in memory. It reconciles its one CompositeController
 * {@code c} when the test calls it. Caches are updated then, and the test advances the clock. Hooks return nothing and are never
 * done.
 */
final class HandDrivenControllers implements AutoCloseable {

    static final String FINALIZER = "metacontroller.io/compositecontroller-c";

    static final ControllerKey KEY = new ControllerKey(ControllerType.COMPOSITE, "c");

    final ManualClock clock = new ManualClock();
    final LocalWorld world = new LocalWorld();
    final List<HookRequest> calls = new CopyOnWriteArrayList<>();
    final Controllers controllers;

    /** Runs within each call of a hook. */
    volatile Runnable hook = () -> {};

    /** Runs when a hook is connected. */
    volatile Runnable connecting = () -> {};

    /** How the cluster answers the watcher. */
    volatile Interposed server = Interposed.Request::pass;

    private final Cluster seen = ((Interposed) request -> server.answer(request)).before(world.cluster);
    final SharedInformerFactory informers =
            SharedInformerFactory.byHand(seen, InformerOptions.DEFAULTS, clock, new SplittableRandom(2));
    private final EventBroadcaster events = new EventBroadcaster(world.cluster, clock);

    HandDrivenControllers(WatcherOptions options) {
        world.apply(TestKinds.COMPOSITE);
        world.apply(TestKinds.DECORATOR);
        WatcherDependencies engine = new WatcherDependencies(
                seen,
                informers,
                (_, _, _, _) -> {
                    connecting.run();
                    return new Unfinished();
                },
                KubeObject::tree,
                Thread.ofVirtual().factory(),
                clock,
                WatcherObserver.NONE);
        EventRecorder recorder = new EventRecorder(events, clock, options.eventsPerSecond(), options.eventsBurst());
        ControllerInformers objects = new ControllerInformers(
                seen, informers, new WorkQueue<>(clock, RateLimits.defaults(clock)), recorder, _ -> {});
        RestMapper catalog = new RestMapper(seen, clock, options.discoveryInterval());
        controllers = new Controllers(objects, engine, catalog, recorder, options);
    }

    private final class Unfinished implements HookClient {
        @Override
        public HookReply call(HookRequest request) {
            calls.add(request);
            hook.run();
            return new HookReply.Answered(new JsonText("{}".getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void close() {}
    }

    /** The controller, with one kind of parents. */
    void controller(String metadata, String parents) {
        controller(metadata, parents, "");
    }

    /** The same, with one more line of its spec. */
    void controller(String metadata, String parents, String rule) {
        world.apply(
                """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c, %s}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: %s}
                """.formatted(metadata, parents) + (rule + "\n" + WatcherFixture.hooks("sync", "finalize")).indent(2));
    }

    /** A parent with the finalizer of the controller. */
    void held(String kind, String name) {
        world.apply("{apiVersion: test.hookline.io/v1, kind: " + kind + ", metadata: {name: " + name
                + ", namespace: default, finalizers: [" + FINALIZER + "]}, spec: {}}");
    }

    boolean isHeld(String plural, String name) {
        return world.get(plural, name).hasFinalizer(FINALIZER);
    }

    /** One reconcile of the controller, with caches that show everything. */
    Outcome look() {
        catchUp();
        Outcome outcome = controllers.reconcile(KEY, Causes.of("the test"));
        catchUp();
        return outcome;
    }

    /** Lets the caches show everything. */
    void catchUp() {
        boolean moved = true;
        while (moved) {
            moved = informers.step();
        }
    }

    /** Reasons and messages of all events about an object. */
    List<String> events(String name) {
        return eventsAbout(name)
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .toList();
    }

    /** All events about an object. */
    Stream<ObjectNode> eventsAbout(String name) {
        events.drain();
        return world.all("events").stream()
                .map(KubeObject::tree)
                .filter(event -> event.at("/involvedObject/name").asText().equals(name));
    }

    @Override
    public void close() {
        controllers.stopAll(Duration.ofSeconds(10));
        informers.close();
    }
}
