package io.hookline.local.defaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.resource.Autoscalers;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The common defaults of built-in kinds. The real server fills in more: fields may be missing here, but none has
 * another value.
 */
public final class BuiltInDefaults {

    private final ServiceDefaults services;

    public BuiltInDefaults(ServiceDefaults services) {
        this.services = services;
    }

    /** Fills in defaults in place; idempotent. */
    void complete(ServedResource resource, ObjectNode tree) {
        switch (resource.table()) {
            case "secrets" -> secret(tree);
            case CrdResources.TABLE -> CrdResources.complete(tree);
            case "services" -> services.complete(tree);
            case "namespaces" -> namespace(tree);
            case "pods" -> pod(tree);
            case "replicationcontrollers", "replicasets.apps" -> {
                ObjectNode spec = replicated(tree);
                if (resource.isBuiltIn("replicationcontrollers")) {
                    labels(tree, spec);
                }
                zeros(tree, "replicas");
            }
            case "deployments.apps" -> deployment(tree);
            case "statefulsets.apps" -> statefulSet(tree);
            case "daemonsets.apps" -> daemonSet(tree);
            case "poddisruptionbudgets.policy" ->
                zeros(tree, "disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods");
            case "ingresses.networking.k8s.io" ->
                ObjectTrees.object(ObjectTrees.object(tree, "status"), "loadBalancer");
            case "events" -> {
                if (tree.path("apiVersion").asText().equals("v1")) {
                    ObjectTrees.fallback(tree, "reportingComponent", "");
                    ObjectTrees.fallback(tree, "reportingInstance", "");
                }
            }
            case "nodes" -> node(tree);
            case "resourcequotas" -> ObjectTrees.object(tree, "status");
            case "jobs.batch" -> job(tree);
            case "cronjobs.batch" -> cronJob(tree);
            case "persistentvolumeclaims" -> claim(tree);
            case "persistentvolumes" -> volume(tree);
            case "podtemplates" -> template(tree);
            case "endpointslices.discovery.k8s.io" -> {
                for (ObjectNode port : objects(tree.path("ports"))) {
                    ObjectTrees.fallback(port, "name", "");
                    ObjectTrees.fallback(port, "protocol", "TCP");
                }
            }
            case "endpoints" -> {
                for (ObjectNode subset : objects(tree.path("subsets"))) {
                    objects(subset.path("ports")).forEach(port -> ObjectTrees.fallback(port, "protocol", "TCP"));
                }
            }
            case "limitranges" -> limitRange(tree);
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" ->
                binding(tree);
            case "priorityclasses.scheduling.k8s.io" ->
                ObjectTrees.fallback(tree, "preemptionPolicy", "PreemptLowerPriority");
            case "networkpolicies.networking.k8s.io" -> networkPolicy(tree);
            case "mutatingwebhookconfigurations.admissionregistration.k8s.io",
                    "validatingwebhookconfigurations.admissionregistration.k8s.io" ->
                webhooks(tree, resource.table().startsWith("mutating"));
            case "horizontalpodautoscalers.autoscaling" -> autoscaler(tree);
            case "csidrivers.storage.k8s.io" -> driver(tree);
            case "ingressclasses.networking.k8s.io" -> {
                if (tree.path("spec").path("parameters") instanceof ObjectNode parameters) {
                    ObjectTrees.fallback(parameters, "scope", "Cluster");
                }
            }
            case "storageclasses.storage.k8s.io" -> {
                ObjectTrees.fallback(tree, "reclaimPolicy", "Delete");
                ObjectTrees.fallback(tree, "volumeBindingMode", "Immediate");
            }
            default -> {
                // no defaults
            }
        }
    }

    private static void webhooks(ObjectNode tree, boolean mutating) {
        for (ObjectNode webhook : objects(tree.path("webhooks"))) {
            ObjectTrees.fallback(webhook, "failurePolicy", "Fail");
            ObjectTrees.fallback(webhook, "matchPolicy", "Equivalent");
            if (mutating) {
                ObjectTrees.fallback(webhook, "reinvocationPolicy", "Never");
            }
            ObjectTrees.object(webhook, "namespaceSelector");
            ObjectTrees.object(webhook, "objectSelector");
            if (Json.isAbsent(webhook.path("timeoutSeconds"))) {
                webhook.put("timeoutSeconds", 10);
            }
            for (ObjectNode rule : objects(webhook.path("rules"))) {
                ObjectTrees.fallback(rule, "scope", "*");
            }
            if (webhook.path("clientConfig").path("service") instanceof ObjectNode service
                    && Json.isAbsent(service.path("port"))) {
                service.put("port", 443);
            }
            if (webhook.path("clientConfig") instanceof ObjectNode client
                    && client.path("caBundle").asText().isEmpty()) {
                client.remove("caBundle");
            }
        }
    }

    /** Copies generated values from the stored object if a client's update omits them. */
    public static void inherit(ServedResource resource, ObjectNode tree, ObjectNode before) {
        if (resource.isBuiltIn("services")) {
            ServiceDefaults.inherit(ObjectTrees.object(tree, "spec"), ObjectTrees.object(before, "spec"));
        }
    }

    private static void secret(ObjectNode tree) {
        ObjectTrees.fallback(tree, "type", "Opaque");
        if (tree.remove("stringData") instanceof ObjectNode texts) {
            ObjectNode data = ObjectTrees.object(tree, "data");
            for (Map.Entry<String, JsonNode> text : texts.properties()) {
                byte[] bytes = text.getValue().asText().getBytes(StandardCharsets.UTF_8);
                data.put(text.getKey(), Base64.getEncoder().encodeToString(bytes));
            }
        }
    }

    private static void namespace(ObjectNode tree) {
        JsonNode name = tree.path("metadata").path("name");
        ObjectTrees.object(ObjectTrees.metadata(tree), "labels").set("kubernetes.io/metadata.name", name);
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        boolean deleted = !Json.isAbsent(tree.path("metadata").path("deletionTimestamp"));
        if (!deleted) {
            ArrayNode finalizers = spec.withArrayProperty("finalizers");
            if (!ObjectTrees.texts(finalizers).contains("kubernetes")) {
                finalizers.add("kubernetes");
            }
        }
        phase(tree, "Active");
    }

    /** The range of a Node's Pods has an older field too, which counts if the two differ. */
    private static void node(ObjectNode tree) {
        ObjectNode status = ObjectTrees.object(tree, "status");
        if (!status.path("capacity").isEmpty() && !status.has("allocatable")) {
            status.set("allocatable", status.path("capacity").deepCopy());
        }
        if (tree.get("spec") instanceof ObjectNode spec) {
            String one = spec.path("podCIDR").asText();
            String first = spec.path("podCIDRs").path(0).asText();
            if (one.isEmpty() && !first.isEmpty()) {
                spec.put("podCIDR", first);
            } else if (!one.equals(first)) {
                spec.putArray("podCIDRs").add(one);
            }
        }
    }

    private static void pod(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        for (String containers : List.of("containers", "initContainers")) {
            for (ObjectNode container : objects(spec.path(containers))) {
                if (container.get("resources") instanceof ObjectNode resources) {
                    requestLimits(resources);
                }
            }
        }
        podSpec(spec);
        if (spec.path("hostNetwork").asBoolean()) {
            for (ObjectNode container : objects(spec.path("containers"))) {
                objects(container.path("ports"))
                        .forEach(port -> ObjectTrees.fallback(
                                port, "hostPort", port.path("containerPort").asLong()));
            }
        }
        PodDefaults.complete(spec);
        phase(tree, "Pending");
        ObjectTrees.fallback(ObjectTrees.object(tree, "status"), "qosClass", PodDefaults.qosClass(spec));
    }

    /** What a container may use is requested, if nothing else is said. */
    private static void requestLimits(ObjectNode resources) {
        for (Map.Entry<String, JsonNode> limit : resources.path("limits").properties()) {
            ObjectNode requests = ObjectTrees.object(resources, "requests");
            if (!requests.has(limit.getKey())) {
                requests.set(limit.getKey(), limit.getValue());
            }
        }
    }

    private static void zeros(ObjectNode tree, String... counts) {
        ObjectNode status = ObjectTrees.object(tree, "status");
        for (String count : counts) {
            ObjectTrees.fallback(status, count, 0);
        }
    }

    private static void autoscaler(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectTrees.fallback(spec, "minReplicas", 1);
        boolean ofOldVersion = tree.path("apiVersion").asText().equals("autoscaling/v1");
        if (ofOldVersion) {
            if (!Autoscalers.hasMetrics(tree)) {
                ObjectTrees.fallback(spec, "targetCPUUtilizationPercentage", 80);
            }
            zeros(tree, "currentReplicas");
        } else {
            if (spec.path("metrics").isEmpty()) {
                ObjectNode metric = spec.putArray("metrics").addObject().put("type", "Resource");
                ObjectNode target =
                        metric.putObject("resource").put("name", "cpu").putObject("target");
                target.put("type", "Utilization").put("averageUtilization", 80L);
            }
            Autoscalers.completeBehavior(spec);
            Autoscalers.dropAnnotations(tree);
        }
        zeros(tree, "desiredReplicas");
    }

    private static void phase(ObjectNode tree, String phase) {
        ObjectTrees.fallback(ObjectTrees.object(tree, "status"), "phase", phase);
    }

    private static void podSpec(ObjectNode spec) {
        ObjectTrees.fallback(spec, "restartPolicy", "Always");
        ObjectTrees.fallback(spec, "dnsPolicy", "ClusterFirst");
        ObjectTrees.fallback(spec, "schedulerName", "default-scheduler");
        ObjectTrees.fallback(spec, "terminationGracePeriodSeconds", 30);
        ObjectTrees.object(spec, "securityContext");
        serviceAccount(spec);
        objects(spec.path("volumes")).forEach(BuiltInDefaults::podVolume);
        for (String list : new String[] {"initContainers", "containers"}) {
            for (JsonNode container : spec.path(list)) {
                if (container instanceof ObjectNode object) {
                    container(object);
                }
            }
        }
    }

    /** The account has an older name too. */
    private static void serviceAccount(ObjectNode spec) {
        String account = spec.path("serviceAccountName")
                .asText(spec.path("serviceAccount").asText());
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account).put("serviceAccount", account);
        }
    }

    private static void podVolume(ObjectNode volume) {
        if (volume.size() - (volume.has("name") ? 1 : 0) == 0) {
            volume.putObject("emptyDir");
        }
        for (String source : List.of("configMap", "secret", "projected", "downwardAPI")) {
            if (volume.get(source) instanceof ObjectNode object) {
                ObjectTrees.fallback(object, "defaultMode", 420);
            }
        }
        if (volume.get("hostPath") instanceof ObjectNode path) {
            ObjectTrees.fallback(path, "type", "");
        }
        if (volume.path("ephemeral").path("volumeClaimTemplate").get("spec") instanceof ObjectNode claim) {
            ObjectTrees.fallback(claim, "volumeMode", "Filesystem");
        }
        if (volume.get("image") instanceof ObjectNode image) {
            pullPolicy(image, "pullPolicy", image.path("reference").asText());
        }
        fieldVersions(volume.path("downwardAPI"));
        for (ObjectNode source : objects(volume.path("projected").path("sources"))) {
            fieldVersions(source.path("downwardAPI"));
            if (source.get("serviceAccountToken") instanceof ObjectNode token) {
                ObjectTrees.fallback(token, "expirationSeconds", 3600);
            }
        }
    }

    private static void fieldVersions(JsonNode downward) {
        for (ObjectNode item : objects(downward.path("items"))) {
            if (item.get("fieldRef") instanceof ObjectNode field) {
                ObjectTrees.fallback(field, "apiVersion", "v1");
            }
        }
    }

    private static void container(ObjectNode container) {
        pullPolicy(container, "imagePullPolicy", container.path("image").asText());
        ObjectTrees.fallback(container, "terminationMessagePath", "/dev/termination-log");
        ObjectTrees.fallback(container, "terminationMessagePolicy", "File");
        ObjectTrees.object(container, "resources");
        for (String field : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.get(field) instanceof ObjectNode probe) {
                ObjectTrees.fallback(probe, "timeoutSeconds", 1);
                ObjectTrees.fallback(probe, "periodSeconds", 10);
                ObjectTrees.fallback(probe, "successThreshold", 1);
                ObjectTrees.fallback(probe, "failureThreshold", 3);
                http(probe);
                if (probe.get("grpc") instanceof ObjectNode grpc) {
                    ObjectTrees.fallback(grpc, "service", "");
                }
            }
        }
        if (container.get("lifecycle") instanceof ObjectNode lifecycle) {
            lifecycle.forEach(BuiltInDefaults::http);
            if (lifecycle.remove("stopSignal") != null && lifecycle.isEmpty()) { // not enabled by default
                container.remove("lifecycle");
            }
        }
        for (JsonNode variable : container.path("env")) {
            if (variable.path("valueFrom").get("fieldRef") instanceof ObjectNode field) {
                ObjectTrees.fallback(field, "apiVersion", "v1");
            }
            if (variable.path("valueFrom").get("fileKeyRef") instanceof ObjectNode file && !file.has("optional")) {
                file.put("optional", false);
            }
        }
        for (JsonNode port : container.path("ports")) {
            if (port instanceof ObjectNode object) {
                ObjectTrees.fallback(object, "protocol", "TCP");
            }
        }
    }

    private static void pullPolicy(ObjectNode owner, String field, String image) {
        ObjectTrees.fallback(owner, field, ImageName.isLatest(image) ? "Always" : "IfNotPresent");
    }

    private static void http(JsonNode handler) {
        if (handler.get("httpGet") instanceof ObjectNode get) {
            ObjectTrees.fallback(get, "path", "/");
            ObjectTrees.fallback(get, "scheme", "HTTP");
        }
    }

    private static void template(ObjectNode spec) {
        if (spec.get("template") instanceof ObjectNode template && template.get("spec") instanceof ObjectNode podSpec) {
            podSpec(podSpec);
        }
    }

    private static ObjectNode replicated(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectTrees.fallback(spec, "replicas", 1);
        template(spec);
        return spec;
    }

    /** The selector and the labels of a ReplicationController are those of its Pods. */
    private static void labels(ObjectNode tree, ObjectNode spec) {
        if (spec.at("/template/metadata/labels") instanceof ObjectNode labels && !labels.isEmpty()) {
            if (spec.path("selector").isEmpty()) {
                spec.set("selector", labels.deepCopy());
            }
            if (tree.path("metadata").path("labels").isEmpty()) {
                ObjectTrees.metadata(tree).set("labels", labels.deepCopy());
            }
        }
    }

    private static void deployment(ObjectNode tree) {
        ObjectTrees.object(tree, "status");
        ObjectNode spec = replicated(tree);
        ObjectTrees.fallback(spec, "revisionHistoryLimit", 10);
        ObjectTrees.fallback(spec, "progressDeadlineSeconds", 600);
        ObjectNode strategy = ObjectTrees.object(spec, "strategy");
        ObjectTrees.fallback(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = ObjectTrees.object(strategy, "rollingUpdate");
            ObjectTrees.fallback(rolling, "maxSurge", "25%");
            ObjectTrees.fallback(rolling, "maxUnavailable", "25%");
        }
    }

    private static void statefulSet(ObjectNode tree) {
        zeros(tree, "replicas", "availableReplicas");
        ObjectNode spec = replicated(tree);
        ObjectTrees.fallback(spec, "revisionHistoryLimit", 10);
        ObjectTrees.fallback(spec, "podManagementPolicy", "OrderedReady");
        ObjectNode retention = ObjectTrees.object(spec, "persistentVolumeClaimRetentionPolicy");
        ObjectTrees.fallback(retention, "whenDeleted", "Retain");
        ObjectTrees.fallback(retention, "whenScaled", "Retain");
        ObjectNode strategy = ObjectTrees.object(spec, "updateStrategy");
        if (strategy.path("type").asText().isEmpty()) {
            strategy.put("type", "RollingUpdate");
            ObjectTrees.object(strategy, "rollingUpdate");
        }
        if (strategy.get("rollingUpdate") instanceof ObjectNode rolling) {
            // a feature that clusters do not have unless it is switched on
            rolling.remove("maxUnavailable");
            if (strategy.path("type").asText().equals("RollingUpdate")) {
                ObjectTrees.fallback(rolling, "partition", 0);
            }
        }
        for (JsonNode each : spec.path("volumeClaimTemplates")) {
            if (each instanceof ObjectNode template) {
                template.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
                claim(template);
            }
        }
    }

    private static void daemonSet(ObjectNode tree) {
        zeros(tree, "currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady");
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        template(spec);
        ObjectTrees.fallback(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = ObjectTrees.object(spec, "updateStrategy");
        ObjectTrees.fallback(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = ObjectTrees.object(strategy, "rollingUpdate");
            ObjectTrees.fallback(rolling, "maxSurge", 0);
            ObjectTrees.fallback(rolling, "maxUnavailable", 1);
        }
    }

    private static void job(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        if (spec.path("completions").isMissingNode() && spec.path("parallelism").isMissingNode()) {
            spec.put("completions", 1);
        }
        ObjectTrees.fallback(spec, "parallelism", 1);
        // a limit for each index replaces that of the Job
        ObjectTrees.fallback(spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        ObjectTrees.fallback(spec, "completionMode", "NonIndexed");
        boolean hasFailurePolicy = spec.path("podFailurePolicy").isObject();
        ObjectTrees.fallback(spec, "podReplacementPolicy", hasFailurePolicy ? "Failed" : "TerminatingOrFailed");
        for (ObjectNode rule : objects(spec.path("podFailurePolicy").path("rules"))) {
            objects(rule.path("onPodConditions"))
                    .forEach(condition -> ObjectTrees.fallback(condition, "status", "True"));
        }
        ObjectTrees.object(tree, "status");
        if (!spec.has("suspend")) {
            spec.put("suspend", false);
        }
        if (!spec.has("manualSelector")) {
            spec.put("manualSelector", false);
        }
        if (!spec.path("manualSelector").asBoolean()) {
            jobSelector(tree, spec);
        }
        if (!ObjectTrees.metadata(tree).has("labels")) {
            ObjectTrees.carry(
                    ObjectTrees.metadata(tree), ObjectTrees.metadata(ObjectTrees.object(spec, "template")), "labels");
        }
        template(spec);
    }

    /** Connects a Job to its Pods by its uid. Labels that the template has stay, and are refused if they are others. */
    private static void jobSelector(ObjectNode tree, ObjectNode spec) {
        JsonNode uid = tree.path("metadata").path("uid");
        if (uid.isMissingNode() || spec.path("manualSelector").asBoolean()) {
            return;
        }
        ObjectTrees.object(ObjectTrees.object(spec, "selector"), "matchLabels")
                .putIfAbsent("batch.kubernetes.io/controller-uid", uid);
        ObjectNode labels = ObjectTrees.object(ObjectTrees.metadata(ObjectTrees.object(spec, "template")), "labels");
        JsonNode name = tree.path("metadata").path("name");
        labels.putIfAbsent("batch.kubernetes.io/controller-uid", uid);
        labels.putIfAbsent("batch.kubernetes.io/job-name", name);
        labels.putIfAbsent("controller-uid", uid);
        labels.putIfAbsent("job-name", name);
    }

    private static void cronJob(ObjectNode tree) {
        ObjectTrees.object(tree, "status");
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectTrees.fallback(spec, "concurrencyPolicy", "Allow");
        ObjectTrees.fallback(spec, "successfulJobsHistoryLimit", 3);
        ObjectTrees.fallback(spec, "failedJobsHistoryLimit", 1);
        if (!spec.has("suspend")) {
            spec.put("suspend", false);
        }
        if (spec.path("jobTemplate").get("spec") instanceof ObjectNode jobSpec) {
            template(jobSpec);
        }
    }

    private static void volume(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectTrees.fallback(spec, "persistentVolumeReclaimPolicy", "Retain");
        ObjectTrees.fallback(spec, "volumeMode", "Filesystem");
        if (spec.get("hostPath") instanceof ObjectNode path) {
            ObjectTrees.fallback(path, "type", "");
        }
        if (spec.get("iscsi") instanceof ObjectNode target) {
            ObjectTrees.fallback(target, "iscsiInterface", "default");
        }
        phase(tree, "Pending");
    }

    /** The most is the default, and the default is what is requested. */
    private static void limitRange(ObjectNode tree) {
        for (JsonNode each : tree.path("spec").path("limits")) {
            if (each instanceof ObjectNode limit && limit.path("type").asText().equals("Container")) {
                ObjectNode fallback = limit.withObjectProperty("default");
                limit.path("max").properties().forEach(most -> fallback.putIfAbsent(most.getKey(), most.getValue()));
                ObjectNode requested = limit.withObjectProperty("defaultRequest");
                fallback.properties().forEach(most -> requested.putIfAbsent(most.getKey(), most.getValue()));
                limit.path("min")
                        .properties()
                        .forEach(least -> requested.putIfAbsent(least.getKey(), least.getValue()));
                for (String field : List.of("default", "defaultRequest")) {
                    if (limit.path(field).isEmpty()) {
                        limit.remove(field);
                    }
                }
            }
        }
    }

    private static void binding(ObjectNode tree) {
        String group = "rbac.authorization.k8s.io";
        ObjectTrees.fallback(ObjectTrees.object(tree, "roleRef"), "apiGroup", group);
        for (JsonNode each : tree.path("subjects")) {
            if (each instanceof ObjectNode subject
                    && List.of("User", "Group").contains(subject.path("kind").asText())) {
                ObjectTrees.fallback(subject, "apiGroup", group);
            }
        }
    }

    private static void claim(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectTrees.fallback(spec, "volumeMode", "Filesystem");
        dataSources(spec);
        phase(tree, "Pending");
    }

    /** The two fields for the source of the data are copies of each other; the older one takes fewer kinds. */
    private static void dataSources(ObjectNode spec) {
        if (!spec.path("dataSourceRef").isObject()) {
            JsonNode source = spec.path("dataSource");
            String kind =
                    source.path("apiGroup").asText() + "/" + source.path("kind").asText();
            if (!List.of("/PersistentVolumeClaim", "snapshot.storage.k8s.io/VolumeSnapshot")
                    .contains(kind)) {
                spec.remove("dataSource");
            } else {
                spec.set("dataSourceRef", source.deepCopy());
            }
        } else if (!spec.path("dataSource").isObject()
                && spec.path("dataSourceRef").path("namespace").asText().isEmpty()) {
            ObjectNode source = spec.withObjectProperty("dataSourceRef").deepCopy();
            spec.set("dataSource", source.without("namespace"));
        }
    }

    private static void driver(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        for (String field :
                List.of("attachRequired", "podInfoOnMount", "storageCapacity", "requiresRepublish", "seLinuxMount")) {
            if (Json.isAbsent(spec.path(field))) {
                spec.put(field, field.equals("attachRequired"));
            }
        }
        if (Json.isAbsent(spec.path("fsGroupPolicy"))) {
            spec.put("fsGroupPolicy", "ReadWriteOnceWithFSType");
        }
        if (spec.path("volumeLifecycleModes").isEmpty()) {
            spec.putArray("volumeLifecycleModes").add("Persistent");
        }
    }

    private static void networkPolicy(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        for (String direction : List.of("ingress", "egress")) {
            for (ObjectNode rule : objects(spec.path(direction))) {
                for (ObjectNode port : objects(rule.path("ports"))) {
                    if (Json.isAbsent(port.path("protocol"))) { // an empty one is refused
                        port.put("protocol", "TCP");
                    }
                }
            }
        }
        if (!spec.has("policyTypes")) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (spec.has("egress")) {
                types.add("Egress");
            }
        }
    }

    /** The objects in a list; a null becomes one without fields, as where Go decodes it. */
    static List<ObjectNode> objects(JsonNode list) {
        List<ObjectNode> objects = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof ObjectNode object) {
                objects.add(object);
            } else if (list instanceof ArrayNode array && array.get(i).isNull()) {
                ObjectNode empty = Json.NODES.objectNode();
                array.set(i, empty);
                objects.add(empty);
            }
        }
        return objects;
    }

    /** The names of images, as container runtimes read them. */
    private static final class ImageName {

        private static final String COMPONENT = "[a-z0-9]++(?:(?:__|[._]|-++)[a-z0-9]++)*+";
        private static final String LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
        private static final Pattern DOMAIN =
                Pattern.compile("(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[[a-fA-F0-9:]+])(?::[0-9]+)?");
        private static final Pattern PATH = Pattern.compile("(?<path>" + COMPONENT + "(?:/" + COMPONENT + ")*+)"
                + "(?::(?<tag>\\w[\\w.-]{0,127}))?(?:@(?<digest>.+))?");
        private static final Pattern DIGEST =
                Pattern.compile("sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128}");
        private static final int MAX_PATH = 255;

        private ImageName() {}

        /** Whether a name has the tag {@code latest}, or neither a tag nor a digest. What is no name has none. */
        static boolean isLatest(String image) {
            int slash = image.indexOf('/');
            String first = slash < 0 ? "" : image.substring(0, slash);
            boolean named = first.equals("localhost")
                    || first.contains(".")
                    || first.contains(":")
                    || !first.equals(first.toLowerCase(Locale.ROOT));
            String rest = named ? image.substring(slash + 1) : image;
            Matcher path = PATH.matcher(rest);
            if ((named && !DOMAIN.matcher(first).matches()) || !path.matches() || image.matches("[a-f0-9]{64}")) {
                return false;
            }
            boolean known = named && !first.equals("docker.io") && !first.equals("index.docker.io");
            int length = path.group("path").length() + (known || rest.contains("/") ? 0 : "library/".length());
            String tag = path.group("tag");
            String digest = path.group("digest");
            boolean valid = length <= MAX_PATH
                    && (digest == null || DIGEST.matcher(digest).matches());
            return valid && (tag == null ? digest == null : tag.equals("latest"));
        }
    }

    /** Defaults of Pods that Pod templates do not get. */
    private static final class PodDefaults {

        private static final long TOLERATION_SECONDS = 300;
        private static final String NO_EXECUTE = "NoExecute";

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
                if (toleration.path("key").asText(taint).equals(taint)
                        && toleration.path("effect").asText(NO_EXECUTE).equals(NO_EXECUTE)) {
                    return;
                }
            }
            (spec.path("tolerations").isArray() ? spec.withArrayProperty("tolerations") : spec.putArray("tolerations"))
                    .addObject()
                    .put("key", taint)
                    .put("operator", "Exists")
                    .put("effect", NO_EXECUTE)
                    .put("tolerationSeconds", TOLERATION_SECONDS);
        }

        /** The QoS class, from the CPU and the memory of the Pod or, without them, of all its containers. */
        static String qosClass(ObjectNode spec) {
            List<JsonNode> all = new ArrayList<>();
            if (spec.path("resources").isObject()) {
                all.add(spec);
            } else {
                spec.path("containers").forEach(all::add);
                spec.path("initContainers").forEach(all::add);
            }
            Map<String, BigDecimal> requests = new HashMap<>();
            Map<String, BigDecimal> limits = new HashMap<>();
            boolean exact = true;
            for (JsonNode one : all) {
                JsonNode resources = one.path("resources");
                for (String resource : List.of("cpu", "memory")) {
                    add(requests, resource, resources.path("requests"));
                    exact &= add(limits, resource, resources.path("limits"))
                            || (one.equals(spec) && resources.path("limits").isEmpty());
                }
            }
            return requests.isEmpty() && limits.isEmpty()
                    ? "BestEffort"
                    : exact && requests.equals(limits) ? "Guaranteed" : "Burstable";
        }

        private static boolean add(Map<String, BigDecimal> sums, String resource, JsonNode amounts) {
            BigDecimal amount = GoQuantities.value(amounts.path(resource).asText());
            if (amount.signum() <= 0) {
                return false;
            }
            sums.merge(resource, amount.stripTrailingZeros(), (a, b) -> a.add(b).stripTrailingZeros());
            return true;
        }
    }
}
