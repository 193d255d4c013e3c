package io.hookline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Interner;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What {@code --strip-managed-fields} saves for each cached object, and what it costs. No API server is necessary. */
final class Stripping {

    private static final int OBJECTS = 20_000;
    private static final int TIMED = 200_000;
    private static final Set<String> OURS = Set.of("metacontroller");

    private static final String CONFIG_MAP = """
            {"apiVersion":"v1","data":{"payload":"%s","round":"1"},"kind":"ConfigMap","metadata":{
            "creationTimestamp":"2026-11-22T10:00:00Z","labels":{"controller-uid":"7c1f8f5e-66f8-4f6c-a4b1-8d3c7b6e2f10",
            "team":"a","stage":"test"},"annotations":{"owner":"x","checked":"yes"},
            "name":"p-00001-0","namespace":"bench","ownerReferences":[{"apiVersion":"e.com/v1","kind":"Bundle",
            "name":"p-00001","uid":"7c1f8f5e-66f8-4f6c-a4b1-8d3c7b6e2f10","controller":true,"blockOwnerDeletion":true}],
            "resourceVersion":"12345","uid":"2b7e5f70-9a51-4a0e-8f2c-0d9a4c1b3e55"}}
            """.formatted("x".repeat(1024));

    private static final String DEPLOYMENT = """
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"annotations":{"deployment.kubernetes.io/revision":"1"},
            "creationTimestamp":"2026-11-22T10:00:00Z","generation":3,"labels":{"app":"web","team":"a"},"name":"web",
            "namespace":"bench","resourceVersion":"12345","uid":"2b7e5f70-9a51-4a0e-8f2c-0d9a4c1b3e55"},
            "spec":{"progressDeadlineSeconds":600,"replicas":3,"revisionHistoryLimit":10,"selector":{"matchLabels":{"app":"web"}},
            "strategy":{"rollingUpdate":{"maxSurge":"25%","maxUnavailable":"25%"},"type":"RollingUpdate"},
            "template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":{"web":{"env":{"A":{"name":"A","value":"1"},
            "B":{"name":"B","value":"2"}},"image":"registry.example.com/web:1.2.3","imagePullPolicy":"IfNotPresent",
            "livenessProbe":{"failureThreshold":3,"httpGet":{"path":"/","port":8080,"scheme":"HTTP"},"periodSeconds":10,
            "successThreshold":1,"timeoutSeconds":1},"name":"web","ports":{"http":{"containerPort":8080,"name":"http",
            "protocol":"TCP"}},"resources":{"limits":{"cpu":"1","memory":"512Mi"},"requests":{"cpu":"100m","memory":"128Mi"}},
            "terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}},"dnsPolicy":"ClusterFirst",
            "restartPolicy":"Always","schedulerName":"default-scheduler","securityContext":{},
            "terminationGracePeriodSeconds":30}}},
            "status":{"availableReplicas":3,"conditions":{"Available":{"lastTransitionTime":"2026-11-22T10:00:05Z",
            "lastUpdateTime":"2026-11-22T10:00:05Z","message":"Deployment has minimum availability.",
            "reason":"MinimumReplicasAvailable","status":"True","type":"Available"}},"observedGeneration":3,
            "readyReplicas":3,"replicas":3,"updatedReplicas":3}}
            """;

    /** The fields that other managers than the watcher own, by manager. */
    private static final Map<String, List<String>> OF_CONFIG_MAP = Map.of(
            "kubectl-edit", List.of("/metadata/labels/team", "/data/round"),
            "policy-controller", List.of("/metadata/annotations"),
            "metacontroller", List.of("/data", "/metadata/labels/controller-uid", "/metadata/ownerReferences"));

    private static final Map<String, List<String>> OF_DEPLOYMENT = Map.of(
            "metacontroller", List.of("/spec/template/spec/containers/web/image", "/spec/replicas", "/spec/selector"),
            "kubectl-client-side-apply", List.of("/spec", "/metadata/labels"),
            "argocd-controller", List.of("/spec/template", "/metadata/labels"),
            "kube-controller-manager", List.of("/status", "/metadata/annotations"),
            "vpa-updater", List.of("/spec/template/spec/containers/web/resources"));

    private final PrintStream out;

    Stripping(PrintStream out) {
        this.out = out;
    }

    void run() {
        report("ConfigMap", CONFIG_MAP, OF_CONFIG_MAP);
        report("Deployment", DEPLOYMENT, OF_DEPLOYMENT);
    }

    private void report(String kind, String json, Map<String, List<String>> owners) {
        KubeObject object = owned(json, owners);
        KubeObject stripped = object.strippedTo(OURS);
        out.printf(
                "%s with %d managers: %d bytes, stripped %d; %d objects: heap %.1f MiB, stripped %.1f MiB; %.2f us per object%n",
                kind,
                owners.size(),
                object.size(),
                stripped.size(),
                OBJECTS,
                heap(object, false),
                heap(object, true),
                micros(object));
    }

    private static KubeObject owned(String json, Map<String, List<String>> owners) {
        ObjectNode tree = Json.object(json.getBytes(StandardCharsets.UTF_8));
        ArrayNode entries = ((ObjectNode) tree.path("metadata")).putArray("managedFields");
        new TreeMap<>(owners).forEach((manager, places) -> {
            ObjectNode entry = entries.addObject();
            entry.put("manager", manager).put("operation", "Update").put("apiVersion", "apps/v1");
            entry.put("time", "2026-11-22T10:00:00Z").put("fieldsType", "FieldsV1");
            ObjectNode fields = entry.putObject("fieldsV1");
            places.forEach(place -> addFields(fields, tree, place.substring(1).split("/")));
        });
        return KubeObject.of(tree);
    }

    private static void addFields(ObjectNode fields, JsonNode value, String... path) {
        JsonNode at = value;
        ObjectNode owned = fields;
        for (String step : path) {
            at = at.path(step);
            owned = owned.withObjectProperty("f:" + step);
        }
        addAll(owned, at);
    }

    private static void addAll(ObjectNode owned, JsonNode value) {
        value.properties().forEach(field -> addAll(owned.withObjectProperty("f:" + field.getKey()), field.getValue()));
    }

    private static double heap(KubeObject object, boolean strips) {
        Interner interner = new Interner();
        long before = used();
        List<KubeObject> cache = new ArrayList<>(OBJECTS);
        IntStream.range(0, OBJECTS).forEach(i -> {
            KubeObject read = KubeObject.of(object.bytes());
            cache.add((strips ? read.strippedTo(OURS) : read).sharing(interner));
        });
        double mebibytes = (used() - before) / 1048576.0;
        if (cache.size() != OBJECTS) {
            throw new IllegalStateException("the cache must stay in memory until here");
        }
        return mebibytes;
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** CPU time; the lowest of several, since the first ones include the compiler's. */
    private static double micros(KubeObject object) {
        double best = Double.MAX_VALUE;
        for (int run = 0; run < 10; run++) {
            long start = cpuNanos();
            for (int i = 0; i < TIMED / 10; i++) {
                if (!object.strippedTo(OURS).isStripped()) {
                    throw new IllegalStateException("nothing was stripped");
                }
            }
            best = Math.min(best, (cpuNanos() - start) / 1e3 / (TIMED / 10));
        }
        return best;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
