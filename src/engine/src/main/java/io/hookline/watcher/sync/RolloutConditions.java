package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Child;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.rollout.Progress;
import io.hookline.rollout.Progress.Step;
import io.hookline.rollout.Progress.Unavailable;
import io.hookline.spec.WellKnown;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The conditions of a parent about its rolling update: {@code Updated}, with the reasons and messages of Metacontroller, and
 * {@code RolloutProgressing}, which says how far it is. They have no timestamps, so that a status that stays the same is not
 * written again.
 *
 * @param revision the name of the latest ControllerRevision
 * @param namespace of the parent; names of its children have no namespace
 * @param stuck the progress deadline, if it has passed
 */
record RolloutConditions(String revision, String namespace, Progress progress, Optional<Duration> stuck) {

    /** Annotation of a ControllerRevision: when its claims changed last. */
    static final String PROGRESSED = "hookline.io/progressed-at";

    /** The reason when all children have the latest revision and are available. */
    private static final String COMPLETE = "Complete";

    /** The reason while the rolling update is paused. */
    static final String PAUSED = "Paused";

    /** The type of the condition that says how far the rolling update is. */
    static final String PROGRESSING = "RolloutProgressing";

    private static final Pattern COUNT = Pattern.compile("([0-9]{1,6})/\\1 updated");

    /** The reason of a rolling update that makes no progress, as for Deployments. */
    static final String DEADLINE_EXCEEDED = "ProgressDeadlineExceeded";

    /**
     * Adds the conditions to a status. They replace conditions of the same type; others are kept.
     *
     * @param withProgress whether {@link #PROGRESSING} is one of them
     * @throws DecodeException if the hook returned conditions that are not a list
     */
    void addTo(ObjectNode status, boolean withProgress) {
        JsonNode present = status.path("conditions");
        if (!present.isArray() && !present.isMissingNode() && !present.isNull()) {
            throw DecodeException.expected(new FieldPath("status.conditions"), "a list", Json.describe(present));
        }
        ArrayNode conditions = present instanceof ArrayNode list ? list : status.putArray("conditions");
        put(conditions, updated());
        if (withProgress) {
            put(conditions, progressing());
        }
    }

    /** The conditions alone, as a status has them. */
    ObjectNode alone() {
        ObjectNode status = Json.NODES.objectNode();
        status.putArray("conditions").add(updated()).add(progressing());
        return status;
    }

    /** Where {@link #PROGRESSING} is among the conditions of a status; -1 without it. */
    static int indexOfProgress(JsonNode status) {
        JsonNode conditions = status.path("conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.path(i).path("type").asText().equals(PROGRESSING)) {
                return i;
            }
        }
        return -1;
    }

    /** The reason of {@link #PROGRESSING} in the status of a parent; empty without it. */
    static String reasonIn(JsonNode status) {
        return Json.ofType(status.path("conditions"), PROGRESSING)
                .path("reason")
                .asText();
    }

    /** With how many children a rolling update to this revision was complete, by the status of the parent. */
    static OptionalInt completeIn(JsonNode status, String revision) {
        JsonNode conditions = status.path("conditions");
        JsonNode progressing = Json.ofType(conditions, PROGRESSING);
        boolean isOfRevision = Json.ofType(conditions, WellKnown.UPDATED_CONDITION)
                .path("message")
                .asText()
                .equals(latest(revision));
        if (!isOfRevision || !progressing.path("reason").asText().equals(COMPLETE)) {
            return OptionalInt.empty();
        }
        Matcher count = COUNT.matcher(progressing.path("message").asText());
        return count.matches() ? OptionalInt.of(Integer.parseInt(count.group(1))) : OptionalInt.empty();
    }

    private static String latest(String revision) {
        return "latest ControllerRevision: " + revision;
    }

    private static void put(ArrayNode conditions, ObjectNode condition) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).path("type").equals(condition.get("type"))) {
                conditions.set(i, condition);
                return;
            }
        }
        conditions.add(condition);
    }

    private ObjectNode updated() {
        return switch (progress.step()) {
            case Step.Complete _ -> updated("True", WellKnown.ON_LATEST_REVISION, latest(revision));
            case Step.Updating(List<Child> children) ->
                updated(
                        "False",
                        WellKnown.ROLLOUT_PROGRESSING,
                        "updating " + children.stream().map(this::text).collect(Collectors.joining(", ")));
            case Step.Waiting(Unavailable first) ->
                updated("False", WellKnown.ROLLOUT_WAITING, first.problem().message(text(first.child())));
            case Step.Paused _ -> updated("False", WellKnown.ROLLOUT_WAITING, "the rolling update is paused");
        };
    }

    private static ObjectNode updated(String status, String reason, String message) {
        return condition(WellKnown.UPDATED_CONDITION, status, reason, message);
    }

    private ObjectNode progressing() {
        if (stuck.isPresent()) {
            return progressing(
                    "False",
                    DEADLINE_EXCEEDED,
                    waiting() + "; no progress for " + stuck.get().toSeconds() + " seconds");
        }
        return switch (progress.step()) {
            case Step.Updating(List<Child> children) ->
                progressing(
                        "True",
                        "Updating",
                        count() + ", updating "
                                + children.stream().map(this::name).collect(Collectors.joining(", ")));
            case Step.Paused _ -> progressing("Unknown", PAUSED, count() + ", paused");
            case Step.Waiting _, Step.Complete _ ->
                progressing("True", progress.waitingFor().isPresent() ? "Waiting" : COMPLETE, waiting());
        };
    }

    /** For example {@code 3/7 updated, waiting for pod-2: Ready=False}. */
    private String waiting() {
        return progress.waitingFor()
                .map(first -> count() + ", waiting for " + name(first.child()) + ": "
                        + first.problem().brief())
                .orElse(count());
    }

    private String count() {
        return progress.updated() + "/" + progress.total() + " updated";
    }

    private static ObjectNode progressing(String status, String reason, String message) {
        return condition(PROGRESSING, status, reason, message);
    }

    private static ObjectNode condition(String type, String status, String reason, String message) {
        return Json.NODES
                .objectNode()
                .put("type", type)
                .put("status", status)
                .put("reason", reason)
                .put("message", message);
    }

    private String text(Child child) {
        return child.kind().kind() + " " + name(child);
    }

    private String name(Child child) {
        return RevisionContent.relativeName(child.key(), namespace);
    }
}
