package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A denied list or watch is an event on the objects that need it, besides the log of the informer. */
class DeniedRightsTest {

    private final DenyingCluster denying = new DenyingCluster();
    private RelatedWorld world = new RelatedWorld(denying::inFrontOf);

    @AfterEach
    void close() {
        world.close();
    }

    private List<String> watchErrors(String object) {
        return world.world.events().stream()
                .filter(event -> event.startsWith("WatchError " + object + ": "))
                .toList();
    }

    private void awaitEvent(String object, String problem) {
        soon().untilAsserted(() -> assertThat(watchErrors(object))
                .singleElement()
                .asString()
                .isEqualTo("WatchError " + object + ": Watch error: cannot watch " + problem));
    }

    /** A watcher that may not read a resource from its start on. */
    private void deny(String plural) {
        world.close();
        denying.deny(plural);
        world = new RelatedWorld(denying::inFrontOf);
    }

    @Test
    void deniedParentsAreAnEventOnTheirController() {
        world.rules = _ -> "[]";
        denying.deny("things");
        world.decorator("d", "test.hookline.io/v1", "things", RelatedWorld.hooks("v1", "v1"));

        awaitEvent("d", "things (test.hookline.io/v1): things is forbidden");
    }

    @Test
    void deniedRelatedObjectsAreAnEventOnTheirController() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"secrets\"}]";
        denying.deny("secrets");
        world.composite("c", "v1", "v2");
        world.world.thing("p", "{}");

        awaitEvent("c", "secrets (v1): secrets is forbidden");
    }

    @Test
    void deniedControllersAreAnEventOnTheirDefinition() {
        deny("decoratorcontrollers");

        awaitEvent(
                "decoratorcontrollers.metacontroller.k8s.io",
                "decoratorcontrollers (metacontroller.k8s.io/v1alpha1): decoratorcontrollers is forbidden");
    }

    @Test
    void deniedDefinitionsAreAnEventOnEachController() {
        deny("customresourcedefinitions");
        world.composite("c", "v1", "v2");

        awaitEvent("c", "customresourcedefinitions (apiextensions.k8s.io/v1): customresourcedefinitions is forbidden");
    }
}
