package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.scenario.Scenario;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The story of the mini control plane, with each of its controllers in a watcher and a hook server of its own. They have nothing in
 * common but the API server.
 */
@Execution(ExecutionMode.CONCURRENT)
class MiniControlPlaneIT {

    private static final Scenario STORY = Scenario.read(Path.of("examples/mini-control-plane"));

    @Test
    void eachControllerWritesOnlyItsOwnKindsAndTheirStoryWorksWithTheApiServerAlone() throws Exception {
        try (SeparateControllers story = new SeparateControllers(STORY)) {
            story.pass();

            assertThat(story.resources())
                    .isEqualTo(Map.of(
                            "mini-deployment", Set.of("minireplicasets", "minideployments/status"),
                            "mini-replicaset", Set.of("pods", "minireplicasets/status"),
                            "mini-scheduler", Set.of("pods/binding", "pods/status"),
                            "mini-scheduler-kubelet", Set.of("pods", "pods/status"),
                            "mini-endpoints", Set.of("endpointslices", "endpoints"),
                            "service-lb", Set.of("services", "services/status"),
                            "mini-kube-proxy", Set.of("configmaps", "proxyrules/status")));
        }
    }
}
