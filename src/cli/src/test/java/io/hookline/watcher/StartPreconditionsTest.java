package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is known of a controller that cannot start. */
class StartPreconditionsTest {

    private static final ControllerKey KEY = new ControllerKey(ControllerType.COMPOSITE, "c");

    private static KubeObject controller(String uid) {
        return LocalWorld.object("{apiVersion: metacontroller.k8s.io/v1alpha1, kind: CompositeController,"
                + " metadata: {name: c, generation: 1, uid: " + uid + "}}");
    }

    @Test
    void aRefusalIsNotShownOnAnotherControllerThatIsCreatedUnderTheSameName() {
        LocalWorld world = new LocalWorld();
        ManualClock clock = new ManualClock();
        EventRecorder events = new EventRecorder(new EventBroadcaster(world.cluster, clock), clock, 1, 1);
        try (SharedInformerFactory informers =
                SharedInformerFactory.byHand(world.cluster, InformerOptions.DEFAULTS, clock, new SplittableRandom(2))) {
            ControllerInformers objects = new ControllerInformers(
                    world.cluster, informers, new WorkQueue<>(clock, RateLimits.defaults(clock)), events, _ -> {});
            StartPreconditions conditions = new StartPreconditions(
                    objects, new RestMapper(world.cluster, clock, Duration.ofSeconds(30)), events, clock);

            conditions.refuse(KEY, controller("one"), new IllegalStateException("no"));

            assertThat(conditions.refusal(KEY, controller("one"))).isPresent();
            assertThat(conditions.refusal(KEY, controller("two"))).isEmpty();
        }
    }
}
