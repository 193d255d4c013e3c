package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;

class RevisionEventHandlerTest {

    private final RolloutWorld world = RolloutWorld.of("RollingInPlace", "");

    @Test
    void onlyAParentThatWaitsForAWriteIsQueued() {
        try (world) {
            world.set("v1", 1);
            world.finish();
            world.controller.drainQueue();
            KubeObject revision = world.recorded().getFirst();

            world.cluster.cluster.patch(
                    world.recordedKind(),
                    revision.key(),
                    Patch.merge("{\"metadata\":{\"labels\":{\"theirs\":\"yes\"}}}"),
                    WriteOptions.PLAIN);
            world.controller.catchUp();
            assertThat(world.controller.isQueued()).isFalse();

            world.cluster.cluster.delete(world.recordedKind(), revision.key(), DeleteOptions.BACKGROUND);
            world.controller.catchUp();
            assertThat(world.controller.isQueued()).isFalse();

            world.sync(); // creates it again, and the cache does not show it yet
            world.controller.outcomeOnStaleCaches(new ObjectKey("default", "web"), "the test");
            world.controller.catchUp();
            assertThat(world.controller.isQueued()).isTrue();
        }
    }
}
