package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.watcher.model.SyncException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users set and see of a rolling update: its limit, pause, deadline and conditions. */
class RolloutKnobsTest {

    @Test
    void anAnswerWithoutStatusGetsTheConditionsAlone() {
        try (RolloutWorld world = RolloutWorld.of("RollingInPlace", "")) {
            world.hook =
                    request -> RolloutHook.answer(request.parent()).replaceFirst("\"status\":\\{[^}]*}", "\"x\":0");
            world.set("v1", 1);

            world.sync();

            assertThat(world.condition("Updated")).startsWith("True OnLatestRevision");
        }
    }

    @Test
    void otherConditionsOfTheHookAreKeptAndItsOwnUpdatedIsReplaced() {
        try (RolloutWorld world = RolloutWorld.of("RollingInPlace", "")) {
            world.hook = request -> RolloutHook.answer(request.parent())
                    .replaceFirst(
                            "\"status\":\\{",
                            "\"status\":{\"conditions\":[{\"type\":\"Updated\",\"status\":\"Unknown\"},"
                                    + "{\"type\":\"Mine\",\"status\":\"True\",\"reason\":\"R\",\"message\":\"m\"}],");
            world.set("v1", 1);

            world.sync();

            assertThat(world.condition("Updated")).startsWith("True OnLatestRevision");
            assertThat(world.condition("Mine")).isEqualTo("True R: m");
            assertThat(world.parent().tree().at("/status/conditions")).hasSize(3);
        }
    }

    @Test
    void conditionsThatAreNoListAreReportedAndDoNotStopTheChildren() {
        try (RolloutWorld world = RolloutWorld.of("RollingInPlace", "")) {
            world.hook = request -> RolloutHook.answer(request.parent())
                    .replaceFirst("\"status\":\\{", "\"status\":{\"conditions\":{\"Ready\":true},");
            world.set("v1", 1);

            assertThatThrownBy(world::sync)
                    .isInstanceOf(SyncException.class)
                    .hasMessage("can't add conditions to the status of Set default/web:"
                            + " status.conditions: expected a list, was an object");

            assertThat(world.images()).containsOnlyKeys("part-0");
            assertThat(world.parent().tree().at("/status/conditions/Ready").asBoolean())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"2,2", "50%,3", "10%,1"})
    void severalChildrenAreUpdatedAtATimeIfTheControllerAllowsIt(String maxUnavailable, int moved) {
        String strategy = RolloutWorld.READY + ", maxUnavailable: " + maxUnavailable;
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", strategy), 7)) {
            world.set("v2", 7);

            world.sync();
            world.images()
                    .keySet()
                    .forEach(part -> world.ready(part, !world.images().get(part).equals("v2")));
            world.sync();

            assertThat(world.images().values()).filteredOn("v2"::equals).hasSize(moved);
            String first = world.images().entrySet().stream()
                    .filter(part -> part.getValue().equals("v2"))
                    .reduce((_, last) -> last)
                    .orElseThrow()
                    .getKey();
            world.ready(first, true);
            world.sync();
            assertThat(world.images().values()).filteredOn("v2"::equals).hasSize(moved + 1);
        }
    }

    @Test
    void aPausedRolloutMovesNoChild() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", "paused: true"), 2)) {
            world.set("v2", 2);

            world.sync();

            assertThat(world.images()).isEqualTo(Map.of("part-0", "v1", "part-1", "v1"));
            assertThat(world.condition("Updated")).isEqualTo("False RolloutWaiting: the rolling update is paused");
            assertThat(world.condition("RolloutProgressing")).isEqualTo("Unknown Paused: 0/2 updated, paused");
        }
    }

    @Test
    void anAnnotationPausesTheRolloutOfOneParent() {
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", ""), 2)) {
            world.set("v2", 2, "", "annotations: {hookline.io/rollout-paused: \"true\"}");
            world.sync();
            assertThat(world.images()).containsValue("v1").doesNotContainValue("v2");

            world.set("v2", 2);
            world.finish();

            assertThat(world.images()).containsValue("v2").doesNotContainValue("v1");
        }
    }

    @Test
    void aRolloutWithoutProgressIsReportedAfterTheDeadlineAndContinuesLater() {
        String strategy = RolloutWorld.READY + ", progressDeadlineSeconds: 60";
        try (RolloutWorld world = RolloutWorld.rolledOut(RolloutWorld.of("RollingInPlace", strategy), 2)) {
            world.set("v2", 2);
            world.sync();
            world.ready("part-1", false);
            world.sync();
            assertThat(world.condition("RolloutProgressing"))
                    .isEqualTo("True Waiting: 1/2 updated, waiting for part-1: Ready=False");

            world.controller.run(Duration.ofSeconds(61));

            assertThat(world.condition("RolloutProgressing"))
                    .isEqualTo("False ProgressDeadlineExceeded: 1/2 updated, waiting for part-1: Ready=False;"
                            + " no progress for 60 seconds");
            assertThat(world.condition("Updated")).startsWith("False RolloutWaiting: child Part part-1 failed");
            assertThat(world.controller.events())
                    .contains("ProgressDeadlineExceeded: the rolling update of Set default/web made no progress for 60"
                            + " seconds");
            world.finish();
            assertThat(world.condition("RolloutProgressing")).isEqualTo("True Complete: 2/2 updated");
        }
    }
}
