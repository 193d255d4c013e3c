package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * The defaults of built-in kinds that people and controllers see. Not all that the real server fills in: no field is
 * wrong, some are absent.
 */
final class BuiltInDefaults {

    private final ServiceDefaults services;

    BuiltInDefaults(ServiceDefaults services) {
        this.services = services;
    }

    /** Completes an object in place; doing it twice changes nothing more. */
    void complete(ServedResource resource, ObjectNode tree) {
        switch (resource.shelf()) {
            case "secrets" -> secret(tree);
            case CustomKinds.SHELF -> CustomKinds.complete(tree);
            case "services" -> services.complete(tree);
            case "namespaces" -> namespace(tree);
            case "pods" -> pod(tree);
            case "replicationcontrollers", "replicasets.apps" -> replicated(tree);
            case "deployments.apps" -> deployment(tree);
            case "statefulsets.apps" -> statefulSet(tree);
            case "daemonsets.apps" -> daemonSet(tree);
            case "jobs.batch" -> job(tree);
            case "cronjobs.batch" -> cronJob(tree);
            case "persistentvolumeclaims" -> claim(tree);
            case "persistentvolumes" -> phase(tree, "Pending");
            case "networkpolicies.networking.k8s.io" -> networkPolicy(tree);
            case "horizontalpodautoscalers.autoscaling" -> Trees.fallback(Trees.object(tree, "spec"), "minReplicas", 1);
            case "storageclasses.storage.k8s.io" -> {
                Trees.fallback(tree, "reclaimPolicy", "Delete");
                Trees.fallback(tree, "volumeBindingMode", "Immediate");
            }
            default -> {
                // a kind without defaults that matter
            }
        }
    }

    /** Takes over what the server once made up and a client's update left out. */
    static void inherit(ServedResource resource, ObjectNode tree, ObjectNode before) {
        if (resource.isBuiltIn("services")) {
            ServiceDefaults.inherit(Trees.object(tree, "spec"), Trees.object(before, "spec"));
        } else if (resource.isBuiltIn("jobs.batch")) {
            ObjectNode spec = Trees.object(tree, "spec");
            if (!spec.has("selector")) {
                Trees.carry(spec, Trees.object(before, "spec"), "selector");
                ObjectNode template = Trees.object(Trees.object(before, "spec"), "template");
                Trees.carry(Trees.object(spec, "template"), template, "metadata");
            }
        }
    }

    private static void secret(ObjectNode tree) {
        Trees.fallback(tree, "type", "Opaque");
        if (tree.remove("stringData") instanceof ObjectNode texts) {
            ObjectNode data = Trees.object(tree, "data");
            for (Map.Entry<String, JsonNode> text : texts.properties()) {
                byte[] bytes = text.getValue().asText().getBytes(StandardCharsets.UTF_8);
                data.put(text.getKey(), Base64.getEncoder().encodeToString(bytes));
            }
        }
    }

    private static void namespace(ObjectNode tree) {
        JsonNode name = tree.path("metadata").path("name");
        Trees.object(Trees.metadata(tree), "labels").set("kubernetes.io/metadata.name", name);
        ObjectNode spec = Trees.object(tree, "spec");
        boolean deleted = !Trees.isAbsent(tree.path("metadata").path("deletionTimestamp"));
        if (!deleted && !spec.has("finalizers")) {
            spec.set("finalizers", Json.NODES.arrayNode().add("kubernetes"));
        }
        phase(tree, "Active");
    }

    private static void pod(ObjectNode tree) {
        podSpec(Trees.object(tree, "spec"), "Always");
        phase(tree, "Pending");
    }

    private static void phase(ObjectNode tree, String phase) {
        Trees.fallback(Trees.object(tree, "status"), "phase", phase);
    }

    private static void podSpec(ObjectNode spec, String restartPolicy) {
        Trees.fallback(spec, "restartPolicy", restartPolicy);
        Trees.fallback(spec, "dnsPolicy", "ClusterFirst");
        Trees.fallback(spec, "schedulerName", "default-scheduler");
        Trees.fallback(spec, "terminationGracePeriodSeconds", 30);
        Trees.object(spec, "securityContext");
        for (String list : new String[] {"initContainers", "containers"}) {
            for (JsonNode container : spec.path(list)) {
                if (container instanceof ObjectNode object) {
                    container(object);
                }
            }
        }
    }

    private static void container(ObjectNode container) {
        String image = container.path("image").asText();
        String tag = image.substring(image.lastIndexOf('/') + 1);
        boolean latest = !tag.contains("@") && (!tag.contains(":") || tag.endsWith(":latest"));
        Trees.fallback(container, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
        Trees.fallback(container, "terminationMessagePath", "/dev/termination-log");
        Trees.fallback(container, "terminationMessagePolicy", "File");
        Trees.object(container, "resources");
        for (JsonNode port : container.path("ports")) {
            if (port instanceof ObjectNode object) {
                Trees.fallback(object, "protocol", "TCP");
            }
        }
    }

    private static void template(ObjectNode spec, String restartPolicy) {
        if (spec.get("template") instanceof ObjectNode template && template.get("spec") instanceof ObjectNode podSpec) {
            podSpec(podSpec, restartPolicy);
        }
    }

    private static ObjectNode replicated(ObjectNode tree) {
        ObjectNode spec = Trees.object(tree, "spec");
        Trees.fallback(spec, "replicas", 1);
        template(spec, "Always");
        return spec;
    }

    private static void deployment(ObjectNode tree) {
        ObjectNode spec = replicated(tree);
        Trees.fallback(spec, "revisionHistoryLimit", 10);
        Trees.fallback(spec, "progressDeadlineSeconds", 600);
        ObjectNode strategy = Trees.object(spec, "strategy");
        Trees.fallback(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = Trees.object(strategy, "rollingUpdate");
            Trees.fallback(rolling, "maxSurge", "25%");
            Trees.fallback(rolling, "maxUnavailable", "25%");
        }
    }

    private static void statefulSet(ObjectNode tree) {
        ObjectNode spec = replicated(tree);
        Trees.fallback(spec, "revisionHistoryLimit", 10);
        Trees.fallback(spec, "podManagementPolicy", "OrderedReady");
        ObjectNode strategy = Trees.object(spec, "updateStrategy");
        Trees.fallback(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            Trees.fallback(Trees.object(strategy, "rollingUpdate"), "partition", 0);
        }
    }

    private static void daemonSet(ObjectNode tree) {
        ObjectNode spec = Trees.object(tree, "spec");
        template(spec, "Always");
        Trees.fallback(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = Trees.object(spec, "updateStrategy");
        Trees.fallback(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = Trees.object(strategy, "rollingUpdate");
            Trees.fallback(rolling, "maxSurge", 0);
            Trees.fallback(rolling, "maxUnavailable", 1);
        }
    }

    private static void job(ObjectNode tree) {
        ObjectNode spec = Trees.object(tree, "spec");
        if (spec.path("completions").isMissingNode() && spec.path("parallelism").isMissingNode()) {
            spec.put("completions", 1);
        }
        Trees.fallback(spec, "parallelism", 1);
        Trees.fallback(spec, "backoffLimit", 6);
        Trees.fallback(spec, "completionMode", "NonIndexed");
        if (!spec.has("suspend")) {
            spec.put("suspend", false);
        }
        if (!spec.path("manualSelector").asBoolean()) {
            jobSelector(tree, spec);
        }
        template(spec, "Always");
    }

    /** Ties a job to its pods by its uid. */
    private static void jobSelector(ObjectNode tree, ObjectNode spec) {
        JsonNode uid = tree.path("metadata").path("uid");
        if (uid.isMissingNode() || spec.has("selector")) {
            return;
        }
        Trees.object(Trees.object(spec, "selector"), "matchLabels").set("batch.kubernetes.io/controller-uid", uid);
        ObjectNode labels = Trees.object(Trees.metadata(Trees.object(spec, "template")), "labels");
        JsonNode name = tree.path("metadata").path("name");
        labels.set("batch.kubernetes.io/controller-uid", uid);
        labels.set("batch.kubernetes.io/job-name", name);
        labels.set("controller-uid", uid);
        labels.set("job-name", name);
    }

    private static void cronJob(ObjectNode tree) {
        ObjectNode spec = Trees.object(tree, "spec");
        Trees.fallback(spec, "concurrencyPolicy", "Allow");
        Trees.fallback(spec, "successfulJobsHistoryLimit", 3);
        Trees.fallback(spec, "failedJobsHistoryLimit", 1);
        if (!spec.has("suspend")) {
            spec.put("suspend", false);
        }
        if (spec.path("jobTemplate").get("spec") instanceof ObjectNode jobSpec) {
            template(jobSpec, "Always");
        }
    }

    private static void claim(ObjectNode tree) {
        Trees.fallback(Trees.object(tree, "spec"), "volumeMode", "Filesystem");
        phase(tree, "Pending");
    }

    private static void networkPolicy(ObjectNode tree) {
        ObjectNode spec = Trees.object(tree, "spec");
        if (!spec.has("policyTypes")) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (spec.has("egress")) {
                types.add("Egress");
            }
        }
    }
}
