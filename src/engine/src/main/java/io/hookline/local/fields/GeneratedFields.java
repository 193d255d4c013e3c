package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The fields that the server generates because a request omits them, such as the IP address of a Service. Nobody owns
 * them, unlike defaults, which belong to the manager that omitted them.
 */
final class GeneratedFields {

    private static final List<String> ADDRESSES = List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");
    private static final List<String> ADMISSION = List.of("tolerations", "priority", "preemptionPolicy");
    private static final List<String> JOB_LABELS =
            List.of("batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name");

    private GeneratedFields() {}

    /** The fields that are generated for the object of a request. */
    static FieldSet of(ServedResource resource, JsonNode request) {
        if (resource.isCustom()) {
            return FieldSet.EMPTY;
        }
        JsonNode spec = request.path("spec");
        return switch (resource.table()) {
            case "services" -> missing(spec, ADDRESSES).union(nodePorts(resource, spec.path("ports")));
            case "pods" -> missing(spec, ADMISSION);
            case "namespaces" -> missing(spec, List.of("finalizers"));
            case "jobs.batch" -> missing(spec, List.of("selector")).union(jobLabels(request));
            default -> FieldSet.EMPTY;
        };
    }

    private static FieldSet missing(JsonNode spec, List<String> names) {
        FieldSet missing = FieldSet.EMPTY;
        for (String name : names) {
            if (isUnset(spec.path(name))) {
                missing = missing.union(FieldSet.ofPath("spec", name));
            }
        }
        return missing;
    }

    private static boolean isUnset(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value.isTextual() && value.textValue().isEmpty());
    }

    private static FieldSet nodePorts(ServedResource resource, JsonNode ports) {
        Schema list = resource.schema().get().field("spec").field("ports");
        FieldSet missing = FieldSet.EMPTY;
        for (JsonNode port : ports) {
            String step = PathElement.of(port, list);
            if (step != null && port.path("nodePort").asLong() == 0) {
                FieldSet nodePort = FieldSet.of(false, Map.of(step, FieldSet.ofPath("nodePort")));
                missing = missing.union(FieldSet.of(
                        false, Map.of("f:spec", FieldSet.of(false, Map.of("f:ports", nodePort)))));
            }
        }
        return missing;
    }

    /** The labels of a Job and its Pods. A Job without labels gets those of its Pods. */
    private static FieldSet jobLabels(JsonNode request) {
        JsonNode ofPods = request.at("/spec/template/metadata/labels");
        JsonNode ofJob = request.at("/metadata/labels");
        return jobLabels(ofPods, "spec", "template", "metadata", "labels")
                .union(jobLabels(ofJob.isMissingNode() ? ofPods : ofJob, "metadata", "labels"));
    }

    private static FieldSet jobLabels(JsonNode labels, String... path) {
        if (labels.isMissingNode()) {
            return FieldSet.ofPath(path);
        }
        FieldSet missing = FieldSet.EMPTY;
        for (String label : JOB_LABELS) {
            if (!labels.has(label)) {
                String[] longer = Arrays.copyOf(path, path.length + 1);
                longer[path.length] = label;
                missing = missing.union(FieldSet.ofPath(longer));
            }
        }
        return missing;
    }
}
