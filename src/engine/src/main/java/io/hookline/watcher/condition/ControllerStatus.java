package io.hookline.watcher.condition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.MessageText;
import io.hookline.spec.ControllerSpec.HookRolloutRule;
import io.hookline.watcher.condition.ControllerFacts.Parents;
import io.hookline.watcher.condition.ControllerFacts.Rollout;
import io.hookline.watcher.condition.ControllerFacts.Running;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The status of a controller, without times.
 *
 * @param generation of the spec that it describes
 * @param parents how many parents the controller has
 * @param failing how many of them failed in their last sync
 * @param rollout how far the version of the sync hook has got; empty if it has none
 */
public record ControllerStatus(
        long generation, int parents, int failing, List<Condition> conditions, Optional<Rollout> rollout) {

    /** The API server accepts 32,768 characters; a status is for a glance. */
    private static final int MAX_MESSAGE = 2048;

    public ControllerStatus {
        conditions = List.copyOf(conditions);
    }

    /** The status that follows from what is known. */
    public static ControllerStatus of(ControllerFacts facts) {
        Parents parents = facts.state() instanceof Running running
                ? running.parents()
                : new Parents(0, 0, Optional.empty(), Optional.empty(), Optional.empty());
        return new ControllerStatus(
                facts.generation(),
                parents.count(),
                parents.failing(),
                ControllerConditions.of(facts),
                facts.state() instanceof Running running ? running.rollout() : Optional.empty());
    }

    /** The condition of a type. */
    public Condition condition(Condition.Type type) {
        return conditions.stream()
                .filter(each -> each.type() == type)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Whether something is wrong that was not in another status: a condition is false, or a parent fails.
     *
     * @param shown the other status; missing if there is none
     */
    boolean isWorseThan(JsonNode shown) {
        if (conditionsIn(shown).findAny().isEmpty()) {
            return false;
        }
        boolean firstFails = failing > 0 && shown.path("failing").asInt() == 0;
        return firstFails
                || conditions.stream()
                        .filter(each -> each.type() != Condition.Type.PAUSED && each.status() == Condition.Status.FALSE)
                        .anyMatch(each -> time(each, shown).isEmpty());
    }

    /**
     * The JSON to store. A condition keeps its time as long as its status stays the same; conditions of other writers
     * stay.
     *
     * @param stored the status of the cached object
     * @param written the status that was written last, for times that another client has overwritten
     */
    ObjectNode toJson(JsonNode stored, JsonNode written, Instant now) {
        ObjectNode status = Json.NODES.objectNode();
        status.put("observedGeneration", generation);
        status.put("parents", parents);
        status.put("failing", failing);
        rollout.ifPresent(known -> status.putObject(HookRolloutRule.FIELD)
                .put("version", known.version())
                .put("parents", known.parents())
                .put("paused", known.problem().isPresent()));
        ArrayNode all = status.putArray("conditions");
        for (Condition condition : conditions) {
            String since = time(condition, stored)
                    .or(() -> time(condition, written))
                    .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
            all.add(json(condition, since));
        }
        others(stored).forEach(all::add);
        return status;
    }

    private ObjectNode json(Condition condition, String since) {
        return Json.NODES
                .objectNode()
                .put("type", condition.type().text())
                .put("status", condition.status().text())
                .put("reason", condition.reason().text())
                .put("message", MessageText.shortened(condition.message(), MAX_MESSAGE))
                .put("lastTransitionTime", since)
                .put("observedGeneration", generation);
    }

    private static Optional<String> time(Condition condition, JsonNode status) {
        return conditionsIn(status)
                .filter(each ->
                        each.path("type").asText().equals(condition.type().text())
                                && each.path("status")
                                        .asText()
                                        .equals(condition.status().text()))
                .map(each -> each.path("lastTransitionTime").asText())
                .filter(text -> !text.isEmpty())
                .findFirst();
    }

    private static Stream<JsonNode> others(JsonNode status) {
        return conditionsIn(status)
                .filter(each -> Arrays.stream(Condition.Type.values())
                        .noneMatch(ours -> ours.text().equals(each.path("type").asText())));
    }

    private static Stream<JsonNode> conditionsIn(JsonNode status) {
        JsonNode conditions = status.path("conditions");
        return conditions.isArray() ? conditions.valueStream() : Stream.empty();
    }
}
