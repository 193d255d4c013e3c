package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A parent that was deleted and created again, while children of the first one are still being deleted. */
class ReplacedParentTest {

    private static final String HELD = "{\"metadata\":{\"finalizers\":[\"test.hookline.io/held\"]}}";

    private static void mergeChild(WatcherFixture world, String patch) {
        world.local.patch(world.configMaps(), ReconcileSuite.key("a"), Patch.merge(patch), WriteOptions.PLAIN);
    }

    @Test
    void itsChildIsCreatedAsSoonAsTheFormerParentsChildIsDeletedWithoutATimer() {
        ManualClock clock = new ManualClock();
        try (WatcherFixture world =
                new WatcherFixture(WatcherFixture.newCluster(), cluster -> cluster, clock, WatcherOptions.DEFAULTS)) {
            world.hook = _ -> configMapAnswer("hi", "a");
            world.composite("c", configMaps("InPlace") + hooks("sync"));
            world.thing("p", "{}");
            soon().until(() -> world.configMap("a").isPresent());
            mergeChild(world, HELD);
            world.local.delete(world.things(), ReconcileSuite.key("p"), DeleteOptions.BACKGROUND);
            soon().until(() -> world.thing("p").isEmpty()
                    && world.configMap("a").orElseThrow().isBeingDeleted());
            clock.advance(Duration.ofMillis(1100)); // it was no storm
            KubeObject parent = world.thing("p", "{}");
            soon().until(() ->
                    world.calls.stream().anyMatch(call -> call.parent().uid().equals(parent.uid())));

            mergeChild(world, "{\"metadata\":{\"finalizers\":null}}");

            soon().until(() -> world.configMap("a")
                    .filter(child -> child.controllerUid().equals(parent.uid()))
                    .isPresent());
            assertThat(world.events()).as("no warning is needed").noneMatch(event -> event.startsWith("NameTaken"));
        }
    }
}
