package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rolling updates, step by step. */
class RollingUpdateTest {

    @Test
    void newChildrenAreAllCreatedAtOnceAndBelongToTheFirstRevision() {
        try (RolloutWorld world = RolloutWorld.of("RollingRecreate", RolloutWorld.READY)) {
            world.set("v1", 3);

            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v1", "part-2", "v1"));
            assertThat(world.revisions()).isEqualTo(Map.of("v1", List.of("part-0", "part-1", "part-2")));
            assertThat(world.condition("Updated"))
                    .startsWith("True OnLatestRevision: latest ControllerRevision: sets.test.hookline.io-");
            assertThat(world.condition("RolloutProgressing"))
                    .isEqualTo("True Waiting: 0/3 updated, waiting for part-2: missing");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RollingRecreate", "RollingInPlace"})
    void childrenAreUpdatedOneAtATimeInTheOrderOfTheHook(String method) {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of(method, RolloutWorld.READY), 3)) {
            world.set("v2", 3);

            world.sync();

            assertThat(world.revisions()).isEqualTo(Map.of("v1", List.of("part-0", "part-1"), "v2", List.of("part-2")));
            assertThat(world.condition("Updated")).isEqualTo("False RolloutProgressing: updating Part part-2");
            assertThat(world.condition("RolloutProgressing")).isEqualTo("True Updating: 0/3 updated, updating part-2");

            if (method.equals("RollingRecreate")) {
                world.sync(); // creates it again
            }
            world.ready("part-2", false);
            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v1", "part-2", "v2"));
            assertThat(world.condition("Updated"))
                    .isEqualTo("False RolloutWaiting: child Part part-2 failed status check:"
                            + " \"Ready\" condition status is \"False\" (want \"True\")");
            assertThat(world.condition("RolloutProgressing"))
                    .isEqualTo("True Waiting: 1/3 updated, waiting for part-2: Ready=False");

            world.ready("part-2", true);
            world.sync();

            assertThat(world.condition("Updated")).isEqualTo("False RolloutProgressing: updating Part part-1");

            world.finish();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2", "part-2", "v2"));
            assertThat(world.revisions()).isEqualTo(Map.of("v2", List.of("part-0", "part-1", "part-2")));
            assertThat(world.condition("Updated")).startsWith("True OnLatestRevision");
        }
    }

    @Test
    void theChildThatIsRecreatedIsWaitedFor() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingRecreate", ""), 2)) {
            world.set("v2", 2);

            world.sync();
            assertThat(world.parts()).containsExactly("part-0");

            world.sync();
            assertThat(world.condition("Updated")).isEqualTo("False RolloutWaiting: missing child Part part-1");
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v2"));

            world.sync();
            assertThat(world.condition("Updated")).isEqualTo("False RolloutProgressing: updating Part part-0");
        }
    }

    @Test
    void aMissingConditionIsNamed() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 2)) {
            world.set("v2", 2);
            world.sync();
            world.status("part-1", "null");

            world.sync();

            assertThat(world.condition("Updated"))
                    .isEqualTo("False RolloutWaiting: child Part part-1 failed status check:"
                            + " required condition type missing: \"Ready\"");
        }
    }

    @Test
    void aChildWhoseControllerHasNotSeenItsLatestSpecIsWaitedFor() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", ""), 2)) {
            world.status("part-1", "{\"observedGeneration\":1}");
            world.set("v2", 2);
            world.sync();

            world.sync();

            assertThat(world.condition("Updated"))
                    .isEqualTo("False RolloutWaiting: child Part part-1 with RollingInPlace update strategy"
                            + " hasn't observed latest spec");

            world.status("part-1", "{\"observedGeneration\":2}");
            world.sync();

            assertThat(world.condition("Updated")).isEqualTo("False RolloutProgressing: updating Part part-0");
        }
    }

    @Test
    void fieldsOutsideOfTheRevisionReachAllChildrenAtOnce() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 3)) {
            world.set("v2", 3);
            world.sync();
            world.ready("part-2", false);

            world.set("v2", 3, "hello", "");
            world.sync();

            assertThat(world.cluster.all("parts"))
                    .extracting(part -> part.tree().at("/spec/note").asText())
                    .containsOnly("hello");
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v1", "part-2", "v2"));
        }
    }

    @Test
    void theHookIsCalledOncePerRevisionWithTheParentInThatRevision() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 2)) {
            world.set("v2", 2);
            world.sync();
            world.controller.calls.clear();

            world.sync();

            assertThat(world.controller.calls)
                    .extracting(call ->
                            call.parent().tree().at("/spec/template/image").asText())
                    .containsExactlyInAnyOrder("v1", "v2");
            assertThat(world.controller.calls)
                    .extracting(call -> call.parent().generation())
                    .containsOnly(2L);
        }
    }

    @Test
    void aFieldThatTheEarlierRevisionDidNotHaveIsNotInItsParent() {
        try (RolloutWorld world = RolloutWorld.of("RollingInPlace", RolloutWorld.READY)) {
            world.hook = request -> RolloutHook.answer(request.parent());
            world.cluster.apply("{apiVersion: test.hookline.io/v1, kind: Set,"
                    + " metadata: {name: web, namespace: default}, spec: {replicas: 2}}");
            world.finish();
            world.set("v2", 2);

            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "", "part-1", "v2"));
        }
    }

    @Test
    void aNewChangeInTheMiddleNeverUpdatesAnotherChildBesidesTheOneThatIsNotReady() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 3)) {
            world.set("v2", 3);
            world.sync();
            world.sync();
            world.ready("part-1", false);

            world.set("v3", 3);
            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v3", "part-2", "v2"));
            assertThat(world.revisions())
                    .isEqualTo(Map.of("v1", List.of("part-0"), "v2", List.of("part-2"), "v3", List.of("part-1")));
        }
    }

    @Test
    void aBrokenRevisionDoesNotHoldUpTheOneThatRepairsIt() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 2)) {
            world.ready("part-0", false);
            world.ready("part-1", false);
            world.set("v2", 2);

            world.sync();
            world.ready("part-1", true);
            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2"));
        }
    }

    @Test
    void aScaleDownInTheMiddleDropsTheChildFromEveryRevision() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingRecreate", RolloutWorld.READY), 4)) {
            world.set("v2", 4);
            world.sync();
            world.sync();

            world.set("v2", 2);
            world.sync();

            assertThat(world.parts()).doesNotContain("part-2", "part-3");
            world.finish();
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2"));
            assertThat(world.revisions()).isEqualTo(Map.of("v2", List.of("part-0", "part-1")));
        }
    }

    @Test
    void aScaleUpInTheMiddleCreatesNewChildrenInTheLatestRevision() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 2)) {
            world.set("v2", 2);
            world.sync();

            world.set("v2", 4);
            world.sync();

            assertThat(world.images()).containsEntry("part-3", "v2").containsEntry("part-0", "v1");
            world.finish();
            assertThat(world.images()).hasSize(4).containsValue("v2").doesNotContainValue("v1");
        }
    }

    @Test
    void aChildThatIsDeletedMeanwhileComesBackInItsRevision() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 3)) {
            world.set("v2", 3);
            world.sync();
            world.ready("part-2", false);
            world.cluster.delete("parts", "part-0");

            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v1", "part-2", "v2"));
        }
    }

    @Test
    void aRestartContinuesWhereTheRollingUpdateWas() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 3)) {
            world.set("v2", 3);
            world.sync();
            world.ready("part-2", false);

            world.restart();
            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v1", "part-2", "v2"));
            world.ready("part-2", true);
            world.restart();
            world.sync();
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v2", "part-2", "v2"));
        }
    }

    @Test
    void anUnchangedSyncSendsNoRequest() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", RolloutWorld.READY), 3)) {
            world.sync();
            world.controller.cluster.forget();

            world.sync();

            assertThat(world.controller.cluster.requests()).isEmpty();
        }
    }

    private static void mergeRevision(RolloutWorld world, String merge) {
        KubeObject revision = world.recorded().getFirst();
        world.cluster.cluster.patch(world.recordedKind(), revision.key(), Patch.merge(merge), WriteOptions.PLAIN);
    }
}
