package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.testing.YamlObjects;
import io.hookline.testing.embedded.EmbeddedCluster;
import io.hookline.testing.embedded.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The jobs of the mini-job example whose Pods are run by fake-kubelet, and bound to a node by mini-scheduler. */
@EmbeddedCluster(
        hooks = "hooks",
        manifests = {
            "examples/mini-job/crd.yaml",
            "examples/mini-job/controller.yaml",
            "examples/fake-kubelet/controller.yaml",
            "examples/mini-scheduler/controller.yaml"
        })
class MiniJobUnattendedTest {

    private TestCluster cluster;

    @BeforeEach
    void create() {
        cluster = cluster.within(Duration.ofMinutes(1)); // three attempts take seconds
        cluster.apply(Path.of("examples/mini-job/unattended.yaml"));
    }

    @Test
    void aJobWhosePodSucceedsIsComplete() {
        KubeObject job = awaitEnd("good", "Complete");

        assertThat(job.tree().at("/status/succeeded").asInt()).isEqualTo(1);
        assertThat(pods("good")).containsExactly("good-0");
    }

    @Test
    void aJobWhosePodsFailFailsAfterItsLastAllowedAttempt() {
        KubeObject job = awaitEnd("bad", "Failed");

        assertThat(job.tree().at("/status/failed").asInt()).isEqualTo(3);
        assertThat(pods("bad")).containsExactly("bad-0", "bad-1", "bad-2");
    }

    @Test
    void aFatalExitCodeFailsTheJobAtItsFirstAttempt() {
        KubeObject job = awaitEnd("fatal", "Failed");

        assertThat(job.tree().at("/status/conditions/0/reason").asText()).isEqualTo("PodFailurePolicy");
        assertThat(pods("fatal")).containsExactly("fatal-0");
    }

    @Test
    void aJobThatIsRepairedAfterAFailureIsCompleteWithThisFailureCounted() {
        cluster.patch("minijobs", "bad", Map.of("spec", Map.of("backoffLimit", 100)));
        cluster.await("minijobs", "bad", job -> job.tree().at("/status/failed").asInt() > 0);

        cluster.patch("minijobs", "bad", template(Map.of("fake-kubelet/exit-code", "0")));

        KubeObject job = awaitEnd("bad", "Complete");
        assertThat(job.tree().at("/status/failed").asInt()).isPositive();
        assertThat(job.tree().at("/status/succeeded").asInt()).isEqualTo(1);
    }

    @Test
    void theSchedulerBindsTheAttemptToANodeAndTheKubeletRunsItThere() {
        cluster.create(YamlObjects.one("""
                apiVersion: v1
                kind: Node
                metadata:
                  name: worker
                  labels: {fake-kubelet/node: mini-scheduler-kubelet}
                """));
        cluster.create(YamlObjects.one("""
                apiVersion: mini.example.com/v1
                kind: MiniJob
                metadata: {name: bound}
                spec:
                  template:
                    metadata:
                      labels: {scheduler: mini-scheduler}
                      annotations: {fake-kubelet/run-seconds: "1"}
                    spec:
                      terminationGracePeriodSeconds: 0
                      containers: [{name: main, image: registry.example.com/bound:1}]
                """));

        KubeObject job = awaitEnd("bound", "Complete");

        assertThat(job.tree().at("/status/succeeded").asInt()).isEqualTo(1);
        assertThat(cluster.find("pods", "bound-0")
                        .orElseThrow()
                        .tree()
                        .at("/spec/nodeName")
                        .asText())
                .isEqualTo("worker");
    }

    private static Map<String, Object> template(Map<String, String> annotations) {
        return Map.of("spec", Map.of("template", Map.of("metadata", Map.of("annotations", annotations))));
    }

    private KubeObject awaitEnd(String name, String condition) {
        return cluster.await(
                "minijobs",
                name,
                job -> job.tree().at("/status/conditions/0/type").asText().equals(condition));
    }

    private List<String> pods(String job) {
        return cluster.list("pods").stream()
                .map(KubeObject::name)
                .filter(name -> name.startsWith(job + "-"))
                .sorted()
                .toList();
    }
}
