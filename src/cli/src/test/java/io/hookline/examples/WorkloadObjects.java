package io.hookline.examples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** The objects of one namespace on a control plane with workload controllers; and its kubelet, which only reports that Pods run. */
final class WorkloadObjects {

    private static final String RUNNING = """
            {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
            """;

    private final NamespacedObjects objects;

    WorkloadObjects(ScenarioEnvironment world, String namespace) {
        this.objects = new NamespacedObjects(world, namespace);
    }

    KubeObject get(String target) {
        return objects.get(ObjectRef.parse(target));
    }

    Optional<KubeObject> find(String target) {
        return objects.find(ObjectRef.parse(target));
    }

    List<KubeObject> list(String kind, String labels) {
        return objects.list(kind, LabelSelector.parse(labels));
    }

    void patch(String target, String fields) {
        objects.patch(ObjectRef.parse(target), new MergePatch(json(fields), false));
    }

    void delete(String target) {
        objects.delete(ObjectRef.parse(target), "", Propagation.BACKGROUND);
    }

    /** Reports all Pods with these labels as ready. */
    void runPods(String labels) {
        list("pods", labels).stream()
                .filter(pod -> !pod.tree().at("/status/phase").asText().equals("Running"))
                .forEach(pod ->
                        objects.patch(ObjectRef.parse("Pod/" + pod.name()), new MergePatch(json(RUNNING), true)));
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Waits until an object exists and a condition holds. */
    KubeObject await(String target, Predicate<JsonNode> condition) {
        return Awaitility.await(target)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(
                        () -> find(target),
                        found -> found.isPresent() && condition.test(found.get().tree()))
                .orElseThrow();
    }

    /** The garbage collector learns of new kinds every half a minute, and then retries with a growing delay. */
    void awaitGone(String target) {
        Awaitility.await(target + " is deleted")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> find(target).isEmpty());
    }

    List<KubeObject> await(String kind, String labels, Predicate<List<KubeObject>> condition) {
        return Awaitility.await(kind + " " + labels)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> list(kind, labels), condition);
    }
}
