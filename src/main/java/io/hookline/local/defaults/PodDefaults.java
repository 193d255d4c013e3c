package io.hookline.local.defaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.ObjectTrees;
import java.util.List;

/** Defaults of Pods that Pod templates do not get. */
final class PodDefaults {

    private static final long TOLERATION_SECONDS = 300;

    private PodDefaults() {}

    static void complete(ObjectNode spec) {
        if (!spec.has("enableServiceLinks")) {
            spec.put("enableServiceLinks", true);
        }
        ObjectTrees.fallback(spec, "preemptionPolicy", "PreemptLowerPriority");
        ObjectTrees.fallback(spec, "priority", 0);
        for (String taint : List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
            tolerate(spec, taint);
        }
    }

    private static void tolerate(ObjectNode spec, String taint) {
        for (JsonNode toleration : spec.path("tolerations")) {
            if (toleration.path("key").asText(taint).equals(taint)) {
                return;
            }
        }
        (spec.path("tolerations").isArray() ? spec.withArrayProperty("tolerations") : spec.putArray("tolerations"))
                .addObject()
                .put("key", taint)
                .put("operator", "Exists")
                .put("effect", "NoExecute")
                .put("tolerationSeconds", TOLERATION_SECONDS);
    }

    /** The QoS class, from the resources of all containers. */
    static String qosClass(ObjectNode spec) {
        boolean any = false;
        boolean exact = true;
        for (JsonNode container : spec.path("containers")) {
            JsonNode resources = container.path("resources");
            any |= !resources.path("requests").isEmpty()
                    || !resources.path("limits").isEmpty();
            for (String resource : List.of("cpu", "memory")) {
                JsonNode limit = resources.path("limits").path(resource);
                JsonNode request = resources.path("requests").path(resource);
                exact &= !limit.isMissingNode() && (request.isMissingNode() || request.equals(limit));
            }
        }
        return !any ? "BestEffort" : exact ? "Guaranteed" : "Burstable";
    }
}
