package io.hookline.watcher.sync;

import static io.hookline.watcher.sync.RolloutWorld.READY;
import static io.hookline.watcher.sync.RolloutWorld.rolledOut;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.model.SyncException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rolling updates that meet lost writes, broken children and changed controllers. */
class RolloutRecoveryTest {

    private static void merge(RolloutWorld world, String plural, String name, String patch) {
        world.cluster.cluster.patch(
                world.cluster.resource(plural), new ObjectKey("default", name), Patch.merge(patch), WriteOptions.PLAIN);
    }

    @Test
    void aChildThatWasMovedButNotWrittenIsTheFirstOfTheNextRevision() {
        try (RolloutWorld world = rolledOut(RolloutWorld.of("RollingInPlace", READY), 3)) {
            world.set("v2", 3);
            world.sync();
            world.lose(2); // records that part-1 is moved, and does not write it

            world.set("v3", 3);
            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v3", "part-2", "v2"));
        }
    }

    @Test
    void aChildThatWasMovedButNotWrittenBeforeACrashIsLeftAloneUntilItsTurn() {
        try (RolloutWorld world = rolledOut(RolloutWorld.of("RollingInPlace", READY), 3)) {
            world.set("v2", 3);
            world.sync();
            world.crash(2);

            world.set("v3", 3);
            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v1", "part-2", "v3"));
            world.finish();
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v3", "part-1", "v3", "part-2", "v3"));
        }
    }

    @Test
    void aControllerThatDidNotRollMeanwhileLeavesARecordThatIsNotFollowed() {
        try (RolloutWorld world = rolledOut(RolloutWorld.of("RollingInPlace", READY), 3)) {
            world.restartWith("\"RollingInPlace\"", "\"InPlace\"");
            world.set("v2", 3);
            world.sync();
            assertThat(world.images()).containsValue("v2").doesNotContainValue("v1");

            world.restartWith("\"InPlace\"", "\"RollingInPlace\"");
            world.set("v3", 3);
            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2", "part-2", "v3"));
            world.finish();
            assertThat(world.images()).containsValue("v3").doesNotContainValue("v2");
        }
    }

    @Test
    void aBrokenChildStopsNeitherTheOthersNorTheStatus() {
        try (RolloutWorld world = rolledOut(RolloutWorld.of("RollingInPlace", ""), 3)) {
            world.set("v2", 3);
            world.sync();
            merge(
                    world,
                    "parts",
                    "part-2",
                    "{\"metadata\":{\"annotations\":{\"metacontroller.k8s.io/last-applied-configuration\":\"{\"}}}");
            world.cluster.delete("parts", "part-0");

            assertThatThrownBy(world::sync)
                    .isInstanceOf(SyncException.class)
                    .hasMessageContaining("can't update Part default/part-2: metadata.annotations");

            assertThat(world.parts()).contains("part-0");
            assertThat(world.condition("Updated"))
                    .isEqualTo("False RolloutWaiting: child Part part-2 is not updated yet");
        }
    }

    @Test
    void aChangedSelectorDoesNotStopTheParent() {
        try (RolloutWorld world =
                rolledOut(new RolloutWorld("RollingInPlace", READY, "generateSelector: false", false), 2)) {
            world.hook = request -> RolloutHook.answer(request.parent())
                    .replace(
                            "\"app\":\"web\"",
                            "\"app\":\"" + image(request.parent()).replace("v1", "web") + "\"");
            world.set("v2", 2);
            merge(world, "sets", "web", "{\"spec\":{\"selector\":{\"matchLabels\":{\"app\":\"v2\"}}}}");

            assertThat(world.controller.outcome(new ObjectKey("default", "web")).toString())
                    .doesNotContain("don't match parent selector");
        }
    }

    private static String image(KubeObject parent) {
        return parent.tree().at("/spec/template/image").asText();
    }

    /** The API server drops a field of the hook, so that a child looks different after each change of its status. */
    @ParameterizedTest
    @ValueSource(strings = {"RollingRecreate", "RollingInPlace"})
    void aFieldThatTheServerDropsDoesNotStopTheUpdateWithoutChangesOfTheParent(String method) {
        try (RolloutWorld world = RolloutWorld.of(method, READY)) {
            world.restartWith("\"resource\":\"sets\"", "\"ignoreStatusChanges\":true,\"resource\":\"sets\"");
            world.hook = request ->
                    RolloutHook.answer(request.parent()).replace("\"labels\":{", "\"unknownField\":\"x\",\"labels\":{");
            world.set("v1", 3);
            world.finish();
            world.set("v2", 3);

            for (int i = 0; i < 30; i++) {
                world.controller.run(Duration.ofSeconds(2));
                world.allReady();
            }

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2", "part-2", "v2"));
        }
    }

    /** After a start it is not proven that an apply would change nothing, so that each Part is applied once, without a change. */
    @ParameterizedTest
    @ValueSource(strings = {"RollingRecreate", "RollingInPlace"})
    void anApplyThatChangesNothingDoesNotStopTheUpdateWithoutChangesOfTheParent(String method) {
        try (RolloutWorld world = RolloutWorld.of(method, READY)) {
            world.cluster.apply(TestKinds.kind("test.hookline.io", "part", "Part")
                    .replace(
                            "spec: {type: object,",
                            "spec: {type: object, properties: {list: {type: array, items: {type: object, properties:"
                                    + " {a: {type: string}, b: {type: string, default: filled in}}}}},"));
            world.restartWith("\"resource\":\"sets\"", "\"ignoreStatusChanges\":true,\"resource\":\"sets\"");
            world.restartWith(
                    "\"resource\":\"parts\"", "\"applyStrategy\":\"server-side-apply\",\"resource\":\"parts\"");
            world.hook = request ->
                    RolloutHook.answer(request.parent()).replace("\"note\":", "\"list\":[{\"a\":\"x\"}],\"note\":");
            world.set("v1", 3);
            world.finish();
            world.set("v2", 3);
            world.sync();
            world.sync(); // creates the first one again, if its method is to recreate it
            world.allReady();
            world.restart();

            for (int i = 0; i < 30; i++) {
                world.controller.run(Duration.ofSeconds(2));
                world.allReady();
            }

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2", "part-2", "v2"));
        }
    }

    @Test
    void aRevisionWithoutChildrenIsNotAskedForAnyMore() {
        try (RolloutWorld world = rolledOut(RolloutWorld.of("RollingInPlace", "paused: true"), 2)) {
            world.set("v2", 2);
            world.sync();
            assertThat(world.revisions()).containsOnlyKeys("v1", "v2");
            world.hook = request -> {
                if (image(request.parent()).equals("v2")) {
                    throw new IllegalStateException("v2 is broken");
                }
                return RolloutHook.answer(request.parent());
            };

            world.set("v3", 2);
            world.sync();

            assertThat(world.revisions()).containsOnlyKeys("v1", "v3");
        }
    }

    @Test
    void labelsOfARevisionFollowTheSelectorAndThenStay() {
        try (RolloutWorld world =
                rolledOut(new RolloutWorld("RollingInPlace", READY, "generateSelector: false", false), 1)) {
            KubeObject revision = world.recorded().getFirst();
            world.cluster.cluster.patch(
                    world.recordedKind(),
                    revision.key(),
                    Patch.merge("{\"metadata\":{\"labels\":{\"tier\":\"x\"}}}"),
                    WriteOptions.PLAIN);
            merge(
                    world,
                    "sets",
                    "web",
                    "{\"spec\":{\"selector\":{\"matchExpressions\":[{\"key\":\"tier\",\"operator\":\"DoesNotExist\"}]}}}");

            world.sync();
            world.sync();

            assertThat(world.recorded().getFirst().labels())
                    .containsEntry("app", "web")
                    .doesNotContainKey("tier");
            world.controller.cluster.forget();
            world.sync();
            assertThat(world.controller.cluster.requests()).isEmpty();
        }
    }

    @Test
    void aPauseDoesNotCountForTheDeadline() {
        try (RolloutWorld world =
                rolledOut(RolloutWorld.of("RollingInPlace", READY + ", progressDeadlineSeconds: 60"), 3)) {
            world.set("v2", 3);
            world.sync();
            world.ready("part-2", false);
            world.set("v2", 3, "", "annotations: {hookline.io/rollout-paused: \"true\"}");
            world.sync();
            world.controller.clock.advance(Duration.ofHours(1));

            world.set("v2", 3);
            world.sync();

            assertThat(world.condition("RolloutProgressing")).startsWith("True Waiting: 1/3 updated");
            world.controller.run(Duration.ofSeconds(61));
            assertThat(world.condition("RolloutProgressing")).startsWith("False ProgressDeadlineExceeded");
        }
    }

    @Test
    void theLastChildIsReportedAsStuckTooEvenIfNothingChangesMeanwhile() {
        try (RolloutWorld world =
                rolledOut(RolloutWorld.of("RollingInPlace", READY + ", progressDeadlineSeconds: 60"), 1)) {
            world.set("v2", 1);
            world.sync();
            world.ready("part-0", false);
            world.sync();
            world.sync();
            world.sync(); // nothing changes, and still the deadline is not forgotten

            world.controller.run(Duration.ofSeconds(61));

            assertThat(world.condition("RolloutProgressing"))
                    .isEqualTo("False ProgressDeadlineExceeded: 1/1 updated, waiting for part-0: Ready=False;"
                            + " no progress for 60 seconds");
            world.finish();
            assertThat(world.condition("RolloutProgressing")).isEqualTo("True Complete: 1/1 updated");
            world.ready("part-0", false);
            world.controller.run(Duration.ofSeconds(61));
            assertThat(world.condition("RolloutProgressing")).isEqualTo("True Complete: 1/1 updated");
        }
    }
}
