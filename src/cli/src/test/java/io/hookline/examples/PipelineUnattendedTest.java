package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import io.hookline.testing.embedded.EmbeddedCluster;
import io.hookline.testing.embedded.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pipelines of the pipeline example whose Pods are run by fake-kubelet. */
@EmbeddedCluster(
        hooks = "hooks",
        manifests = {
            "examples/pipeline/crd.yaml",
            "examples/pipeline/controller.yaml",
            "examples/fake-kubelet/controller.yaml"
        })
class PipelineUnattendedTest {

    private TestCluster cluster;

    @BeforeEach
    void create() {
        cluster.apply(Path.of("examples/pipeline/unattended.yaml"));
    }

    @Test
    void buildTestLintAndDeployRunInTheirOrder() {
        JsonNode outcome = awaitEnd("nightly");

        assertThat(outcome.path("status").asText()).isEqualTo("True");
        assertThat(outcome.path("message").asText()).isEqualTo("4 of 4 tasks succeeded");
        assertThat(started("nightly-deploy"))
                .isGreaterThanOrEqualTo(ended("nightly-test"))
                .isGreaterThanOrEqualTo(ended("nightly-lint"));
        assertThat(started("nightly-test")).isGreaterThanOrEqualTo(ended("nightly-build"));
    }

    @Test
    void nothingIsDeployedAfterTestsThatFailTwice() {
        JsonNode outcome = awaitEnd("broken");

        assertThat(outcome.path("status").asText()).isEqualTo("False");
        assertThat(outcome.path("message").asText())
                .isEqualTo("task test failed: Pod broken-test-1 failed with exit code 3");
        assertThat(pods("broken")).containsExactly("broken-test-0", "broken-test-1");
    }

    private JsonNode awaitEnd(String name) {
        return cluster.within(Duration.ofMinutes(1))
                .await(
                        "pipelineruns",
                        name,
                        run -> !run.tree().at("/status/completionTime").isMissingNode())
                .tree()
                .at("/status/conditions/0");
    }

    private String started(String task) {
        return cluster.await("taskruns", task).tree().at("/status/startTime").asText();
    }

    private String ended(String task) {
        return cluster.await("taskruns", task)
                .tree()
                .at("/status/completionTime")
                .asText();
    }

    private List<String> pods(String run) {
        return cluster.list("pods").stream()
                .map(KubeObject::name)
                .filter(name -> name.startsWith(run + "-"))
                .sorted()
                .toList();
    }
}
