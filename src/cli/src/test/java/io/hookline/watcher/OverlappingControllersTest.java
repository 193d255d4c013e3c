package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A warning for two controllers that would change each other's children or status for ever. */
class OverlappingControllersTest extends DecoratorSuite {

    private static final String RULES = configMaps("InPlace") + hooks("sync");

    @Test
    void theSecondOneWithTheSameParentsAndKindOfChildrenIsWarned() {
        world.composite("a", RULES);
        awaitEvent("Started a");

        world.composite("b", RULES);

        awaitEvent(
                "SameChildren b: CompositeController a has configmaps for the same things: each of the two deletes those"
                        + " of the other. Let one of them create all, or give them separate parents by labelSelector.");
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

    @Test
    void twoCompositesWithTheSameParentsAreWarnedThoughTheirChildrenDiffer() {
        world.composite("a", RULES);
        awaitEvent("Started a");

        world.composite("b", "childResources:\n- {apiVersion: v1, resource: secrets}\n" + hooks("sync"));

        awaitEvent(
                "SameParents b: CompositeController a has the same things: each of the two replaces the status of the"
                        + " other, again and again. Merge them, make one of them a DecoratorController, or give them separate"
                        + " parents by labelSelector.");
        assertThat(events("SameChildren")).isEmpty();
    }

    @Test
    void aDecoratorThatAttachesTheKindOfAChildOfACompositeIsWarned() {
        world.composite("a", RULES);
        awaitEvent("Started a");

        decorator("d", THINGS, hooks("sync"));

        awaitEvent("SameChildren d: CompositeController a has configmaps for the same things: the composite releases or"
                + " deletes those of the decorator. Let one of them create all, or attach objects of another kind.");
    }

    @Test
    void aCompositeIsWarnedOfADecoratorThatAttachesTheKindOfItsChildren() {
        decorator("d", THINGS, hooks("sync"));
        awaitEvent("Started d");

        world.composite("a", RULES);

        awaitEvent("SameChildren a: DecoratorController d has configmaps for the same things: the composite releases");
    }

    /** As after a controller is renamed: its last sync writes nothing that could be in the way of the new one. */
    @Test
    void aDeletedControllerIsNoneOfTheOthersThoughItsLastSyncHasNotEnded() {
        CompletableFuture<Void> called = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        world.hook = _ -> {
            called.complete(null);
            end.join();
            return configMapAnswer("hi", "child");
        };
        world.composite("a", RULES);
        world.thing("p", "{}");
        called.join();
        try {
            ApiResource composites =
                    world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
            world.local.delete(composites, ObjectKey.clusterScoped("a"), DeleteOptions.BACKGROUND);
            awaitEvent("Stopping a");

            world.composite("b", RULES);
            awaitEvent("Started b");
            world.composite("c", RULES);

            awaitEvent("SameChildren c: CompositeController b");
            assertThat(events("Same")).hasSize(1);
            assertThat(events("Stopped a")).isEmpty();
        } finally {
            end.complete(null);
        }
    }

    /** What the warning is about: the attachment loses its owner reference, so that its decorator takes it for a stranger's. */
    @Test
    void aCompositeReleasesWhatADecoratorAttachesToItsParents() {
        world.hook = request -> request.controller().kind().startsWith("Decorator")
                ? attach("", "attached")
                : configMapAnswer("hi", "child");
        world.composite("a", RULES);
        awaitEvent("Started a");
        decorator("d", THINGS, hooks("sync"));
        awaitEvent("Started d");

        thing("p", YES, "{}");

        awaitEvent("NameTaken p: ConfigMap default/attached exists");
    }

    @Test
    void twoDecoratorsOfTheSameObjectsDoNotOverlap() {
        decorator("d", THINGS, hooks("sync"));
        awaitEvent("Started d");
        decorator("e", THINGS, hooks("sync"));
        awaitEvent("Started e");
        world.composite("a", RULES);

        awaitEvent("SameChildren a");
        assertThat(events("Same")).hasSize(1);
    }
}
