package io.hookline.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;

/** The request body of a deletion, and the meaning of its response. */
final class DeleteBody {

    private DeleteBody() {}

    /** Returns the options in the form that the server reads. */
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
     * Whether the response shows an object that still exists. A server responds with a Status when the object is
     * deleted, but for some kinds with the object's last state.
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
