package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A warning for two composites that would delete each other's children for ever. */
class OverlappingControllersTest extends ReconcileSuite {

    private static final String RULES = configMaps("InPlace") + hooks("sync");

    @Test
    void theSecondOneWithTheSameParentsAndKindOfChildrenIsWarned() {
        world.composite("a", RULES);
        awaitEvent("Started a");

        world.composite("b", RULES);

        awaitEvent(
                "SameChildren b: CompositeController a has configmaps for the same things: each of the two deletes those"
                        + " of the other. Let one of them create all, or make the second one a DecoratorController.");
    }

    @Test
    void controllersWithOtherParentsOrOtherChildrenDoNotOverlap() {
        composite("a", "labelSelector: {matchLabels: {app: a}}", RULES);
        awaitEvent("Started a");
        composite("b", "labelSelector: {matchLabels: {app: b}}", RULES);
        awaitEvent("Started b");
        composite("c", "", "childResources:\n- {apiVersion: v1, resource: secrets}\n" + hooks("sync"));
        awaitEvent("Started c");
        composite("d", "labelSelector: {matchLabels: {app: a}}", RULES);

        awaitEvent("SameChildren d: CompositeController a has configmaps");
        assertThat(events("SameChildren")).hasSize(1);
    }
}
