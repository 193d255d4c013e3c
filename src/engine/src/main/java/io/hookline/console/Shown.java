package io.hookline.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.object.SecretValues;
import java.util.List;
import java.util.Optional;

/** What of an object leaves the process: all but values of Secrets, and but what explains nothing. */
final class Shown {

    /** Conditions whose value is True when all is well. */
    private static final List<String> GOOD = List.of(
            "Ready", "Available", "Established", "Complete", "PodScheduled", "Initialized", "Healthy", "Synced");

    /** Conditions whose value is False when all is well. */
    private static final List<String> BAD = List.of("Failed", "Degraded", "ReplicaFailure", "Stalled");

    /** As long as an event: the end of a message is often what to do. */
    private static final int MAX_MESSAGE = 1024;

    private Shown() {}

    /** An object without values of Secrets, without the annotations of a Secret, and without {@code managedFields}. */
    static JsonNode object(KubeObject object) {
        JsonNode tree = SecretValues.hidden(object.tree());
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        return tree;
    }

    /** The state of an object in one or two words, and its first condition that shows a problem. */
    static ObjectNode state(KubeObject object) {
        List<JsonNode> conditions =
                object.fieldTree("status").path("conditions").valueStream().toList();
        Optional<JsonNode> unusual =
                conditions.stream().filter(Shown::isUnusual).findFirst();
        boolean ready = conditions.stream()
                .anyMatch(each -> GOOD.contains(each.path("type").asText()));
        ObjectNode state = Json.NODES
                .objectNode()
                .put(
                        "state",
                        object.isBeingDeleted()
                                ? "deleting"
                                : unusual.isPresent() ? "not ready" : ready ? "ready" : "exists");
        unusual.ifPresent(condition -> state.put("problem", text(condition))
                .put("message", MessageText.shortened(condition.path("message").asText(), MAX_MESSAGE)));
        return state;
    }

    private static String text(JsonNode condition) {
        return condition.path("type").asText() + " " + condition.path("status").asText() + ": "
                + condition.path("reason").asText();
    }

    /** A Pod that has completed is not ready any more, as it should be. */
    private static boolean isUnusual(JsonNode condition) {
        String type = condition.path("type").asText();
        String status = condition.path("status").asText();
        return !condition.path("reason").asText().equals("PodCompleted")
                && ((GOOD.contains(type) && !status.equals("True")) || (BAD.contains(type) && status.equals("True")));
    }
}
