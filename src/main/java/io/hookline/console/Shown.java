package io.hookline.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
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

    private Shown() {}

    /** An object without values of Secrets, without the annotations of a Secret, and without {@code managedFields}. */
    static JsonNode object(KubeObject object) {
        JsonNode tree = SecretValues.replaced(object.tree(), _ -> SecretValues.HIDDEN);
        withoutAnnotations(tree);
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        return tree;
    }

    /** Also of Secrets within other objects: an annotation may repeat their values in any form. */
    private static void withoutAnnotations(JsonNode tree) {
        if (SecretValues.isSecret(tree)
                && tree.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.properties().forEach(each -> each.setValue(Json.NODES.textNode(SecretValues.HIDDEN)));
        }
        tree.forEach(Shown::withoutAnnotations);
    }

    /** The first condition of an object that is not as it is when all is well, such as {@code Available False: TooFew}. */
    static Optional<String> problem(KubeObject object) {
        return object.fieldTree("status")
                .path("conditions")
                .valueStream()
                .filter(each ->
                        isBad(each.path("type").asText(), each.path("status").asText()))
                .findFirst()
                .map(each ->
                        each.path("type").asText() + " " + each.path("status").asText() + ": "
                                + each.path("reason").asText());
    }

    private static boolean isBad(String type, String status) {
        return (GOOD.contains(type) && !status.equals("True")) || (BAD.contains(type) && status.equals("True"));
    }
}
