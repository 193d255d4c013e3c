package io.hookline.local.defaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.Trees;
import io.hookline.local.resource.CustomKinds;
import io.hookline.local.resource.ServedResource;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * The defaults of built-in kinds that people and controllers see. Not all that the real server fills in: no field is
 * wrong, some are absent.
 */
public final class BuiltInDefaults {

    private final ServiceDefaults services;

    public BuiltInDefaults(ServiceDefaults services) {
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
            case "replicationcontrollers", "replicasets.apps" -> {
                replicated(tree);
                zeros(tree, "replicas");
            }
            case "deployments.apps" -> deployment(tree);
            case "statefulsets.apps" -> statefulSet(tree);
            case "daemonsets.apps" -> daemonSet(tree);
            case "poddisruptionbudgets.policy" ->
                zeros(tree, "disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods");
            case "ingresses.networking.k8s.io" -> Trees.object(Trees.object(tree, "status"), "loadBalancer");
            case "events" -> {
                Trees.fallback(tree, tree.has("regarding") ? "reportingController" : "reportingComponent", "");
                Trees.fallback(tree, "reportingInstance", "");
            }
            case "nodes", "resourcequotas" -> Trees.object(tree, "status");
            case "jobs.batch" -> job(tree);
            case "cronjobs.batch" -> cronJob(tree);
            case "persistentvolumeclaims" -> claim(tree);
            case "persistentvolumes" -> phase(tree, "Pending");
            case "networkpolicies.networking.k8s.io" -> networkPolicy(tree);
            case "horizontalpodautoscalers.autoscaling" -> autoscaler(tree);
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
    public static void inherit(ServedResource resource, ObjectNode tree, ObjectNode before) {
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
        ObjectNode spec = Trees.object(tree, "spec");
        podSpec(spec, "Always");
        PodDefaults.complete(spec);
        phase(tree, "Pending");
        Trees.fallback(Trees.object(tree, "status"), "qosClass", PodDefaults.qosClass(spec));
    }

    private static void zeros(ObjectNode tree, String... counts) {
        ObjectNode status = Trees.object(tree, "status");
        for (String count : counts) {
            Trees.fallback(status, count, 0);
        }
    }

    private static void autoscaler(ObjectNode tree) {
        ObjectNode spec = Trees.object(tree, "spec");
        Trees.fallback(spec, "minReplicas", 1);
        if (!spec.has("metrics")) {
            ObjectNode metric = spec.putArray("metrics").addObject().put("type", "Resource");
            ObjectNode target = metric.putObject("resource").put("name", "cpu").putObject("target");
            target.put("type", "Utilization").put("averageUtilization", 80L);
        }
        zeros(tree, "desiredReplicas");
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
        Trees.object(tree, "status");
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
        zeros(tree, "replicas", "availableReplicas");
        ObjectNode spec = replicated(tree);
        Trees.fallback(spec, "revisionHistoryLimit", 10);
        Trees.fallback(spec, "podManagementPolicy", "OrderedReady");
        ObjectNode retention = Trees.object(spec, "persistentVolumeClaimRetentionPolicy");
        Trees.fallback(retention, "whenDeleted", "Retain");
        Trees.fallback(retention, "whenScaled", "Retain");
        ObjectNode strategy = Trees.object(spec, "updateStrategy");
        Trees.fallback(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            Trees.fallback(Trees.object(strategy, "rollingUpdate"), "partition", 0);
        }
    }

    private static void daemonSet(ObjectNode tree) {
        zeros(tree, "currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady");
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
        Trees.fallback(spec, "podReplacementPolicy", "TerminatingOrFailed");
        Trees.object(tree, "status");
        if (!spec.has("suspend")) {
            spec.put("suspend", false);
        }
        if (!spec.has("manualSelector")) {
            spec.put("manualSelector", false);
        }
        if (!spec.path("manualSelector").asBoolean()) {
            jobSelector(tree, spec);
        }
        if (!Trees.metadata(tree).has("labels")) {
            Trees.carry(Trees.metadata(tree), Trees.metadata(Trees.object(spec, "template")), "labels");
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
        Trees.object(tree, "status");
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
