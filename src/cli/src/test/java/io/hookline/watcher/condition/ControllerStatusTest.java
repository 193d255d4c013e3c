package io.hookline.watcher.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.watcher.condition.ControllerFacts.Caches;
import io.hookline.watcher.condition.ControllerFacts.Parents;
import io.hookline.watcher.condition.ControllerFacts.Running;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The JSON of a status follows the rules of Kubernetes for conditions. */
class ControllerStatusTest {

    private static final Instant EARLY = Instant.parse("2026-01-01T10:00:00.7Z");
    private static final Instant LATE = Instant.parse("2026-01-01T11:00:00Z");
    private static final JsonNode NOTHING = Json.NODES.missingNode();

    private static ControllerStatus status(ObservedCalls.State hooks, int failing) {
        return ControllerStatus.of(new ControllerFacts(
                7,
                false,
                new Running(
                        new Caches(List.of(), List.of(), List.of(), List.of(), true),
                        hooks,
                        new Parents(4, failing, Optional.empty(), Optional.empty(), Optional.empty()))));
    }

    private static final ControllerStatus GOOD = status(new ObservedCalls.AllAnswered(), 0);
    private static final ControllerStatus BROKEN = status(new ObservedCalls.Failed("refused"), 0);

    private static JsonNode condition(JsonNode status, String type) {
        for (JsonNode each : status.path("conditions")) {
            if (each.path("type").asText().equals(type)) {
                return each;
            }
        }
        throw new AssertionError("no " + type + " in " + status);
    }

    @Test
    void itIsWorseIfAConditionBecameFalseOrTheFirstParentFails() {
        JsonNode good = GOOD.toJson(NOTHING, NOTHING, EARLY);
        JsonNode broken = BROKEN.toJson(NOTHING, NOTHING, EARLY);
        ControllerStatus oneFails = status(new ObservedCalls.AllAnswered(), 1);
        ControllerStatus twoFail = status(new ObservedCalls.AllAnswered(), 2);
        ControllerStatus allFail = status(new ObservedCalls.AllAnswered(), 4);

        assertThat(BROKEN.isWorseThan(good)).isTrue();
        assertThat(oneFails.isWorseThan(good)).isTrue();
        assertThat(allFail.isWorseThan(oneFails.toJson(NOTHING, NOTHING, EARLY)))
                .isTrue();
        assertThat(twoFail.isWorseThan(oneFails.toJson(NOTHING, NOTHING, EARLY)))
                .isFalse();
        assertThat(BROKEN.isWorseThan(broken)).isFalse();
        assertThat(GOOD.isWorseThan(broken)).isFalse();
        assertThat(GOOD.isWorseThan(good)).as("Paused is false").isFalse();
        assertThat(BROKEN.isWorseThan(NOTHING)).as("the first status").isFalse();
    }

    @Test
    void aStatusHasItsGenerationItsCountsAndCompleteConditions() {
        JsonNode json = status(new ObservedCalls.AllAnswered(), 1).toJson(NOTHING, NOTHING, EARLY);

        assertThat(json.path("observedGeneration").asLong()).isEqualTo(7);
        assertThat(json.path("parents").asInt()).isEqualTo(4);
        assertThat(json.path("failing").asInt()).isEqualTo(1);
        assertThat(json.path("conditions"))
                .hasSize(6)
                .allSatisfy(each -> assertThat(each.fieldNames())
                        .toIterable()
                        .containsExactly(
                                "type", "status", "reason", "message", "lastTransitionTime", "observedGeneration"));
        assertThat(condition(json, "Ready").path("lastTransitionTime").asText()).isEqualTo("2026-01-01T10:00:00Z");
    }

    @Test
    void theTimeOfAConditionChangesOnlyWithItsStatus() {
        JsonNode before = GOOD.toJson(NOTHING, NOTHING, EARLY);
        JsonNode after = BROKEN.toJson(before, before, LATE);

        assertThat(condition(after, "Ready").path("lastTransitionTime").asText())
                .isEqualTo("2026-01-01T11:00:00Z");
        assertThat(condition(after, "Accepted").path("lastTransitionTime").asText())
                .isEqualTo("2026-01-01T10:00:00Z");
        assertThat(GOOD.toJson(before, NOTHING, LATE)).isEqualTo(before);
    }

    @Test
    void theTimeOfAnOverwrittenConditionIsRestored() {
        JsonNode before = GOOD.toJson(NOTHING, NOTHING, EARLY);

        assertThat(GOOD.toJson(Json.NODES.objectNode(), before, LATE)).isEqualTo(before);
    }

    @Test
    void conditionsOfOtherWritersStay() {
        ObjectNode before = GOOD.toJson(NOTHING, NOTHING, EARLY);
        ObjectNode other = ((ArrayNode) before.get("conditions")).addObject();
        other.put("type", "Audited").put("status", "True");

        assertThat(GOOD.toJson(before, NOTHING, LATE)).isEqualTo(before);
    }

    @Test
    void aLongMessageIsCut() {
        JsonNode json = status(new ObservedCalls.Failed("x".repeat(100_000)), 0).toJson(NOTHING, NOTHING, EARLY);

        assertThat(condition(json, "HooksReachable").path("message").asText()).hasSize(2048);
    }
}
