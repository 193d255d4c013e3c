package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.hookline.cluster.ClusterException.Detail;
import io.hookline.cluster.ClusterException.Invalid;
import io.hookline.testing.LogLines;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.model.SyncException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rolling parents whose CRD allows the conditions of Metacontroller, and no others. */
class RefusedProgressTest {

    private static final String ANY_STATUS = "status: {type: object, x-kubernetes-preserve-unknown-fields: true}";

    @RegisterExtension
    private final LogLines log = new LogLines(RefusedProgress.class, Level.WARN);

    /** Two Parts that may not be updated longer than a minute, of a Set whose status has this schema for its conditions. */
    private static RolloutWorld world(String conditions) {
        RolloutWorld world = RolloutWorld.of("RollingInPlace", RolloutWorld.READY + ", progressDeadlineSeconds: 60");
        world.cluster.apply(TestKinds.kind("test.hookline.io", "set", "Set")
                .replace(
                        ANY_STATUS,
                        "status: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {conditions: {"
                                + conditions + "}}}"));
        return world;
    }

    private static String ofTypes(String types) {
        return "type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {type: {type:"
                + " string, enum: [" + types + "]}}}";
    }

    private static List<String> statusWrites(RolloutWorld world) {
        return world.controller.cluster.requests().stream()
                .filter(request -> request.contains("sets/status"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {type: {type:"
                        + " string, enum: [Ready, Updated]}}}",
                "type: array, maxItems: 1, items: {type: object, x-kubernetes-preserve-unknown-fields: true}"
            })
    void theStatusIsWrittenWithoutTheConditionThatTheDefinitionRefuses(String conditions) {
        try (RolloutWorld world = world(conditions)) {
            world.set("v1", 2);

            world.sync();

            assertThat(world.condition("Updated")).startsWith("True OnLatestRevision: ");
            assertThat(world.condition("RolloutProgressing")).isEmpty();
            assertThat(world.parent().tree().at("/status/observedGeneration").asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void itIsTriedOnceAndSaidOnceWhy() {
        try (RolloutWorld world = world(ofTypes("Ready, Updated"))) {
            world.set("v1", 2);
            world.sync();
            assertThat(statusWrites(world)).as("one is refused").hasSize(2);
            world.controller.cluster.forget();

            world.sync();
            assertThat(statusWrites(world)).as("nothing to write").isEmpty();
            world.set("v2", 2);
            world.sync();

            assertThat(statusWrites(world)).hasSize(1);
            assertThat(world.condition("Updated")).startsWith("False RolloutProgressing: updating ");
            assertThat(log.all())
                    .singleElement()
                    .satisfies(line -> assertThat(line.getFormattedMessage())
                            .isEqualTo(
                                    "each Set gets no condition RolloutProgressing, since its CRD does not allow it; to see how"
                                            + " far rolling updates are, allow it in status.conditions"));
        }
    }

    @Test
    void aDefinitionThatAllowsItGetsItAsSoonAsItChanges() {
        try (RolloutWorld world = world(ofTypes("Ready, Updated"))) {
            world.set("v1", 2);
            world.sync();
            world.cluster.apply(TestKinds.kind("test.hookline.io", "set", "Set")
                    .replace(
                            ANY_STATUS,
                            "status: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {conditions: {"
                                    + ofTypes("Ready, Updated, RolloutProgressing") + "}}}"));

            assertThat(world.controller.assembly.forgetComparisons()).hasSize(1);
            world.sync();

            assertThat(world.condition("RolloutProgressing")).startsWith("True Waiting: ");
        }
    }

    @Test
    void aStatusThatIsRefusedForAnotherReasonTooIsReportedWithThatReason() {
        try (RolloutWorld world = world(ofTypes("Ready"))) {
            world.set("v1", 2);

            assertThatThrownBy(world::sync)
                    .isInstanceOf(SyncException.class)
                    .hasMessageContaining("status.conditions[0].type: Unsupported value: \"Updated\"");

            assertThat(log.all()).isEmpty();
        }
    }

    @Test
    void aRollingUpdateThatIsStuckIsReportedOnce() {
        try (RolloutWorld world = RolloutWorld.rolledOut(world(ofTypes("Ready, Updated")), 2)) {
            world.set("v2", 2);
            world.sync();
            world.ready("part-1", false);
            world.sync();

            world.controller.run(Duration.ofSeconds(61));
            world.sync();
            world.sync();

            assertThat(world.controller.events())
                    .filteredOn(event -> event.startsWith("ProgressDeadlineExceeded"))
                    .hasSize(1);
            world.finish();
            assertThat(world.images()).isEqualTo(Map.of("part-0", "v2", "part-1", "v2"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "status.conditions[1].type, true",
        "status.conditions[1], true",
        "status.conditions, true",
        "status.conditions[1].type <nil>, true",
        "status.conditions[1].type status.phase, false",
        "status.conditions[0].lastTransitionTime status.conditions[1].lastTransitionTime, false",
        "status.conditions[11].type, false",
        "<nil>, false",
        "'', false"
    })
    void itIsLeftOutOnlyIfEveryRefusedFieldIsOfIt(String fields, boolean expected) {
        List<Detail> details = Arrays.stream(fields.split(" "))
                .map(field -> new Detail("FieldValueNotSupported", "no", field))
                .toList();

        assertThat(RefusedProgress.mayExplain(
                        new Invalid("refused", details),
                        LocalWorld.object("{conditions: [{type: Updated}, {type: RolloutProgressing}]}")
                                .tree()))
                .isEqualTo(expected);
    }
}
