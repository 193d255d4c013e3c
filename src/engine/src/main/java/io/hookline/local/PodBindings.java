package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.store.Storage;
import io.hookline.local.store.Storage.Located;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/** Binds Pods to nodes: the subresource {@code binding}. Called with the lock of {@link Storage} held. */
final class PodBindings {

    private final Storage storage;
    private final Timestamps time;

    PodBindings(Storage storage, Timestamps time) {
        this.storage = storage;
        this.time = time;
    }

    /**
     * Sets the node of a Pod that has none.
     *
     * @return a {@code Status}
     */
    KubeObject bind(ServedResource pods, KubeObject binding, WriteOptions options) {
        JsonNode target = binding.tree().path("target");
        checkTarget(target);
        Located where = new Located(pods.table(), pods.key(new ObjectKey(binding.namespace(), binding.name())));
        ObjectNode pod = storage.find(where)
                .orElseThrow(() -> ApiErrors.notFound(pods.api(), binding.name()))
                .object()
                .tree();
        checkUnbound(pod, binding);
        ObjectTrees.object(pod, "spec").put("nodeName", target.path("name").asText());
        setScheduled(ObjectTrees.object(pod, "status").withArrayProperty("conditions"));
        if (!options.dryRun()) {
            storage.put(where, pod);
        }
        ObjectNode status = Json.NODES.objectNode().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return KubeObject.of(status.put("status", "Success").put("code", 201));
    }

    /** The real server answers with status 500 too. */
    private static void checkTarget(JsonNode target) {
        List<FieldError> errors = new ArrayList<>();
        String kind = target.path("kind").asText();
        if (!kind.isEmpty() && !kind.equals("Node")) {
            errors.add(new FieldError(
                    "target.kind",
                    "Unsupported value: " + FieldError.quote(kind) + ": supported values: \"Node\", \"<empty>\""));
        }
        if (target.path("name").asText().isEmpty()) {
            errors.add(new FieldError("target.name", "Required value"));
        }
        if (!errors.isEmpty()) {
            throw new ClusterException.Unavailable(500, FieldError.join(errors));
        }
    }

    private static void checkUnbound(ObjectNode pod, KubeObject binding) {
        String uid = pod.path("metadata").path("uid").asText();
        if (!binding.uid().isEmpty() && !binding.uid().equals(uid)) {
            throw conflict(
                    binding,
                    "Precondition failed: UID in precondition: " + binding.uid() + ", UID in object meta: " + uid);
        }
        if (!Json.isAbsent(pod.path("metadata").path("deletionTimestamp"))) {
            throw conflict(binding, "pod " + binding.name() + " is being deleted, cannot be assigned to a host");
        }
        String node = pod.path("spec").path("nodeName").asText();
        if (!node.isEmpty()) {
            throw conflict(binding, "pod " + binding.name() + " is already assigned to node " + FieldError.quote(node));
        }
        if (!pod.path("spec").path("schedulingGates").isEmpty()) {
            throw conflict(binding, "pod " + binding.name() + " has non-empty .spec.schedulingGates");
        }
    }

    private static ClusterException.Conflict conflict(KubeObject binding, String why) {
        return ApiErrors.conflict("pods/binding", binding.name(), why);
    }

    private void setScheduled(ArrayNode conditions) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).path("type").asText().equals("PodScheduled")) {
                conditions.remove(i);
                break;
            }
        }
        addScheduled(conditions, "True", time.now());
    }

    private static ObjectNode addScheduled(ArrayNode conditions, String status, String now) {
        return conditions
                .addObject()
                .put("type", "PodScheduled")
                .put("status", status)
                .putNull("lastProbeTime")
                .put("lastTransitionTime", now);
    }

    /** Says of a new Pod with gates that it is not scheduled yet. */
    static void showGates(ObjectNode pod, String now) {
        ObjectNode status = ObjectTrees.object(pod, "status");
        if (!pod.path("spec").path("schedulingGates").isEmpty() && !status.has("conditions")) {
            addScheduled(status.putArray("conditions"), "False", now)
                    .put("reason", "SchedulingGated")
                    .put("message", "Scheduling is blocked due to non-empty scheduling gates");
        }
    }
}
