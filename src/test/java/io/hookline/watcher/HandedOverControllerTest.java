package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.ControllerType;
import io.hookline.hook.HookClient;
import io.hookline.hook.HookReply;
import io.hookline.hook.HookRequest;
import io.hookline.hook.JsonText;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.Informers;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A controller that goes from one watcher to another by being deleted and created with another label; step by step. */
class HandedOverControllerTest {

    private static final ControllerKey KEY = new ControllerKey(ControllerType.COMPOSITE, "c");
    private static final String FINALIZER = "metacontroller.io/compositecontroller-c";
    private static final Duration DELAY = Duration.ofSeconds(5);
    private static final WatcherOptions OURS = new WatcherOptions(
            1, Duration.ofSeconds(30), Duration.ofMinutes(30), LabelSelector.ofLabel("watcher", "ours"), 1, 25, DELAY);

    private final ManualClock clock = new ManualClock();
    private final LocalWorld world = new LocalWorld();
    private final Informers informers =
            Informers.byHand(world.cluster, InformerOptions.DEFAULTS, clock, new SplittableRandom(2));
    private final Controllers controllers;

    HandedOverControllerTest() {
        world.apply(TestKinds.COMPOSITE);
        world.apply(TestKinds.DECORATOR);
        Engine engine = new Engine(
                world.cluster,
                informers,
                (_, _, _) -> new Unfinished(),
                KubeObject::tree,
                Thread.ofVirtual().factory(),
                clock,
                WatcherObserver.NONE);
        ControllerObjects objects = new ControllerObjects(
                world.cluster, informers, new WorkQueue<>(clock, RateLimits.defaults(clock)), _ -> {});
        ResourceCatalog catalog = new ResourceCatalog(world.cluster, clock, OURS.discoveryInterval());
        EventRecorder events = new EventRecorder(new EventDelivery(world.cluster), clock, OURS);
        controllers = new Controllers(objects, engine, catalog, events, OURS);
    }

    /** Wants nothing and is never done. */
    private static final class Unfinished implements HookClient {
        @Override
        public HookReply call(HookRequest request) {
            return new HookReply.Answered(new JsonText("{}".getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        controllers.stopAll(Duration.ofSeconds(10));
        informers.close();
    }

    private void controllerOf(String watcher) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c, labels: {watcher: %s}}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                """.formatted(watcher)
                + WatcherFixture.hooks("sync", "finalize").indent(2));
    }

    private Outcome look() {
        boolean moved = true;
        while (moved) {
            moved = informers.step();
        }
        return controllers.reconcile(KEY, Set.of("the test"));
    }

    @Test
    void itsNextDeletionIsGivenTheWholeDelayAgain() {
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: default,"
                + " finalizers: [" + FINALIZER + "]}, spec: {}}");
        controllerOf("ours");
        look();
        world.delete("compositecontrollers", "c");
        assertThat(look()).isEqualTo(Outcome.requeueAfter(DELAY));
        controllerOf("theirs");
        look();
        clock.advance(Duration.ofHours(1));

        world.delete("compositecontrollers", "c");

        assertThat(look()).isEqualTo(Outcome.requeueAfter(DELAY));
        assertThat(world.get("things", "p").hasFinalizer(FINALIZER)).isTrue();
    }
}
