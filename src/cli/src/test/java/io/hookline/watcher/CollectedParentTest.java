package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;

/** A parent whose children the garbage collector handles before the finalize hook, or instead of it. */
@EachStrategy
class CollectedParentTest extends ReconcileSuite {

    private static final String HELD = "\"finalizers\":[\"test.hookline.io/held\"]";

    /** One child that blocks the garbage collector, and one that only a finalize hook returns. */
    private static String answer(HookRequest request) {
        return request.finalizing()
                ? configMapAnswer("finalizing", "a", "late").replace("\"name\":\"a\"", "\"name\":\"a\"," + HELD)
                : configMapAnswer("hi", "a").replace("\"name\":\"a\"", "\"name\":\"a\"," + HELD);
    }

    private void deleteWithDependents(Propagation propagation) {
        world.local.delete(world.things(), key("p"), new DeleteOptions("", "", propagation, -1, false));
    }

    @Test
    void duringForegroundDeletionTheFinalizeHookIsCalledButTheCollectorDeletesTheChildren() {
        world.hook = CollectedParentTest::answer;
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        thing("p", "finalizers: [test.hookline.io/held]", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        settle();

        deleteWithDependents(Propagation.FOREGROUND);

        soon().until(() -> status("p").contains("finalizing"));
        soon().until(() -> world.configMap("a").orElseThrow().isBeingDeleted());
        settle();
        assertThat(world.thing("p").orElseThrow().finalizers()).contains("foregroundDeletion");
        assertThat(world.configMap("late")).isEmpty();

        letGo(world.configMaps(), "a");

        soon().until(() -> world.configMap("late").isPresent());
        letGo(world.things(), "p");
        letGo(world.configMaps(), "a");
    }

    @Test
    void orphanedChildrenStayAndAreNotClaimedBack() {
        world.hook = request -> request.finalizing() ? "{\"children\":[],\"finalized\":true}" : answer(request);
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        settle();

        deleteWithDependents(Propagation.ORPHAN);

        soon().until(() -> world.thing("p").isEmpty());
        KubeObject orphan = world.configMap("a").orElseThrow();
        assertThat(orphan.isBeingDeleted()).isFalse();
        soon().until(() -> world.configMap("a").orElseThrow().controllerOwner().isEmpty());
        letGo(world.configMaps(), "a");
    }
}
