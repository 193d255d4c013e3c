package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.watcher.sync.ParentMemory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** For how long a parent is blocked without a failure, as a metric shows it. */
class BlockedParentsTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final String NOT_DONE = "{\"children\":[],\"finalized\":false}";

    private final LocalWorld world = new LocalWorld();

    @Test
    void byTheObjectThatHasTheNameOfAChildUntilItIsDeleted() {
        world.thing("p");
        world.thing("other");
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: default}}");
        String wantsA = Composites.children(Composites.configMap("a"));
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, Composites.ofConfigMaps("InPlace"))) {
            controller.sync("p", wantsA);
            controller.sync("other", Composites.children());
            controller.clock.advance(HOUR);
            controller.sync("p", wantsA);
            assertThat(nameTaken(controller)).isEqualTo(HOUR);

            world.delete("configmaps", "a");
            controller.sync("p", wantsA);
            controller.run(Duration.ZERO); // the creation is a change of a child

            assertThat(nameTaken(controller)).isZero();
        }
    }

    @Test
    void byAFinalizeHookThatIsNotDoneUntilItIs() {
        try (HandDrivenController finalizing = finalizing()) {
            finalizing.sync("p", NOT_DONE);
            finalizing.clock.advance(HOUR);
            assertThat(notDone(finalizing)).isEqualTo(HOUR);
            finalizing.sync("p", NOT_DONE);
            assertThat(notDone(finalizing)).as("counted from the first answer").isEqualTo(HOUR);

            finalizing.sync("p", NOT_DONE.replace("false", "true"));

            assertThat(world.get("things", "p").finalizers()).containsExactly("test.hookline.io/held");
            assertThat(notDone(finalizing)).isZero();
        }
    }

    /** As users do to get rid of a parent; another finalizer keeps it. */
    @Test
    void notByAFinalizeHookWhoseFinalizerAUserRemoved() {
        try (HandDrivenController finalizing = finalizing()) {
            finalizing.sync("p", NOT_DONE);
            finalizing.clock.advance(HOUR);
            world.patch("things", "p", "{\"metadata\":{\"finalizers\":[\"test.hookline.io/held\"]}}");

            finalizing.sync("p", NOT_DONE);

            assertThat(notDone(finalizing)).isZero();
        }
    }

    private static Duration nameTaken(HandDrivenController controller) {
        return controller.assembly.memories().longest(ParentMemory::nameTakenFor);
    }

    private static Duration notDone(HandDrivenController controller) {
        return controller.assembly.memories().longest(ParentMemory::unfinishedFor);
    }

    /** A controller with a finalize hook, whose parent is being deleted. */
    private HandDrivenController finalizing() {
        HandDrivenController finalizing = new HandDrivenController(world.cluster, LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  hooks: {sync: {webhook: {url: "http://h.test/"}}, finalize: {webhook: {url: "http://h.test/"}}}
                """));
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing,"
                + " metadata: {name: p, namespace: default, finalizers: [test.hookline.io/held]}}");
        finalizing.sync("p", Composites.children());
        world.delete("things", "p");
        return finalizing;
    }
}
