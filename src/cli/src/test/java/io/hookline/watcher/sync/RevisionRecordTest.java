package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.SyncException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is recorded in ControllerRevisions, and what happens if that fails. */
class RevisionRecordTest {

    @Test
    void goingBackToTheEarlierRevisionUsesItsRecord() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 3)) {
            Set<String> before = names(world);
            world.set("v2", 3);
            world.sync();

            world.set("v1", 3);
            world.finish();

            assertThat(world.images()).containsValue("v1").doesNotContainValue("v2");
            assertThat(names(world)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clusterScopedParentsHaveTheirRevisionsInOneNamespace(boolean generated) {
        try (RolloutWorld world = RolloutWorld.rolledOut(
                new RolloutWorld("RollingInPlace", RolloutWorld.READY, "generateSelector: " + generated, true), 3)) {
            world.set("v2", 3);

            world.sync();

            assertThat(world.revisions())
                    .isEqualTo(
                            Map.of("v1", List.of("default/part-0", "default/part-1"), "v2", List.of("default/part-2")));
            assertThat(world.condition("Updated")).isEqualTo("False RolloutProgressing: updating Part default/part-2");
            world.finish();
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2", "part-2", "v2"));
        }
    }

    @Test
    void aRevisionStillMatchesTheParentsOwnSelector() {
        try (RolloutWorld world = RolloutWorld.rolledOut(
                new RolloutWorld("RollingInPlace", RolloutWorld.READY, "generateSelector: false", false), 2)) {
            world.set("v2", 2);
            world.sync();
            world.ready("part-1", false);
            world.restart();
            world.sync();

            assertThat(world.recorded())
                    .hasSize(2)
                    .allSatisfy(revision -> assertThat(revision.labels()).containsEntry("app", "web"));
            world.finish();
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2"));
        }
    }

    @Test
    void aRevisionThatLostItsOwnerAndLabelsIsTakenOverAgain() {
        try (RolloutWorld world = RolloutWorld.rolledOut(
                new RolloutWorld("RollingInPlace", RolloutWorld.READY, "generateSelector: false", false), 2)) {
            mergeRevision(world, "{\"metadata\":{\"ownerReferences\":null,\"labels\":{\"app\":null}}}");

            world.sync();

            assertThat(world.recorded()).singleElement().satisfies(revision -> {
                assertThat(revision.controllerUid()).isEqualTo(world.parent().uid());
                assertThat(revision.labels()).containsEntry("app", "web");
            });
        }
    }

    @Test
    void aControllerWithoutASyncHookIsReported() {
        try (RolloutWorld world = new RolloutWorld(
                "RollingInPlace",
                "",
                "generateSelector: true",
                false,
                "finalize: {webhook: {url: \"http://hooks.test/\"}}")) {
            world.set("v1", 1);

            world.sync();

            assertThat(world.parts()).isEmpty();
            assertThat(world.recorded()).isEmpty();
        }
    }

    @Test
    void aParentIsFinalizedInAllItsRevisionsThoughNoRevisionCanBeRecordedAnyMore() {
        try (RolloutWorld world = new RolloutWorld(
                "RollingInPlace",
                RolloutWorld.READY,
                "generateSelector: true",
                false,
                "{sync: {webhook: {url: \"http://hooks.test/\"}}, finalize: {webhook: {url: \"http://hooks.test/\"}}}")) {
            world.hook = request -> request.finalizing()
                    ? "{\"finalized\":" + request.children().all().isEmpty() + "}"
                    : RolloutHook.answer(request.parent());
            world.set("v1", 2);
            world.finish();
            world.set("v2", 2);
            world.sync();
            world.cluster.delete("sets", "web");
            world.recorded()
                    .forEach(revision -> world.cluster.cluster.delete(
                            world.recordedKind(), revision.key(), DeleteOptions.BACKGROUND));
            world.forbidRevisions();

            world.sync();
            assertThat(world.parts()).isEmpty();
            world.sync();

            assertThat(world.cluster.find("sets", "web")).isEmpty();
        }
    }

    @Test
    void aRevisionThatCannotBeRecordedStopsTheUpdateBeforeAnyChildIsWritten() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", ""), 2)) {
            world.forbidRevisions();
            world.set("v2", 2);

            assertThatThrownBy(world::sync)
                    .isInstanceOf(SyncException.class)
                    .hasMessageStartingWith("can't update ControllerRevision default/sets.test.hookline.io-");

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v1"));
        }
    }

    @Test
    void aChildThatItsRevisionNoLongerReturnsIsLeftAloneUntilItsTurn() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 2)) {
            world.hook = request ->
                    request.parent().tree().at("/spec/template/image").asText().equals("v1")
                            ? "{}"
                            : RolloutHook.answer(request.parent());
            world.set("v2", 2);

            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v2"));
            world.finish();
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2"));
        }
    }

    @Test
    void aFailureForAnEarlierRevisionNamesTheRevisionAndTouchesNothing() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 2)) {
            world.set("v2", 2);
            world.sync();
            String before = world.state();
            world.hook = request ->
                    request.parent().tree().at("/spec/template/image").asText().equals("v1")
                            ? "[]"
                            : RolloutHook.answer(request.parent());

            assertThatThrownBy(world::sync)
                    .isInstanceOf(SyncException.class)
                    .hasMessageStartingWith("ControllerRevision sets.test.hookline.io-");
            assertThat(world.state()).isEqualTo(before);
        }
    }

    private static Set<String> names(RolloutWorld world) {
        return world.recorded().stream().map(KubeObject::name).collect(Collectors.toSet());
    }

    /** Changes the only revision as another client would. */
    private static void mergeRevision(RolloutWorld world, String merge) {
        KubeObject revision = world.recorded().getFirst();
        world.cluster.cluster.patch(world.recordedKind(), revision.key(), Patch.merge(merge), WriteOptions.PLAIN);
    }
}
