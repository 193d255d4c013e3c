package io.hookline.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;

/** What a deletion sends, and what its answer means. */
final class DeleteBody {

    private DeleteBody() {}

    /** The options as the server reads them. */
    static ObjectNode of(DeleteOptions options) {
        ObjectNode body = Json.NODES.objectNode();
        body.put("apiVersion", "v1").put("kind", "DeleteOptions");
        String propagation = switch (options.propagation()) {
            case BACKGROUND -> "Background";
            case FOREGROUND -> "Foreground";
            case ORPHAN -> "Orphan";
            case DEFAULT -> "";
        };
        if (!propagation.isEmpty()) {
            body.put("propagationPolicy", propagation);
        }
        if (options.gracePeriodSeconds() >= 0) {
            body.put("gracePeriodSeconds", options.gracePeriodSeconds());
        }
        if (!options.uid().isEmpty()) {
            body.withObject("preconditions").put("uid", options.uid());
        }
        if (!options.resourceVersion().isEmpty()) {
            body.withObject("preconditions").put("resourceVersion", options.resourceVersion());
        }
        if (options.dryRun()) {
            body.putArray("dryRun").add("All");
        }
        return body;
    }

    /**
     * Whether the answer shows an object that is still waiting for something. A server answers with a Status when
     * nothing is left, but for some kinds with the object's last state.
     */
    static boolean isStillThere(KubeObject answer) {
        if (!answer.isBeingDeleted()) {
            return false;
        }
        if (!answer.finalizers().isEmpty()) {
            return true;
        }
        JsonNode tree = answer.tree();
        return tree.path("metadata").path("deletionGracePeriodSeconds").asLong() > 0
                || !tree.path("spec").path("finalizers").isEmpty();
    }
}
