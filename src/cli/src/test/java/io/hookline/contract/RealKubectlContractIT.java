package io.hookline.contract;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.story.kubectl.Kubectl;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The steps of kubectl on a real server of their own, which decides what is right. */
@RealControlPlane(own = true)
class RealKubectlContractIT extends KubectlContractIT {

    private ControlPlane plane;

    @BeforeEach
    void start(ControlPlane real) {
        plane = real;
        plane.startControllers();
    }

    /** A real server publishes the schemas of new definitions a while after it serves them. */
    @Override
    void before(String step, Kubectl kubectl) {
        if (step.equals("explain boxes")) {
            for (String kind : List.of("boxes v1", "boxes v1alpha1", "lids v1")) {
                String[] words = kind.split(" ");
                String version = "--api-version=steps.example.com/" + words[1];
                soon().until(() -> kubectl.outputs("explain", words[0], version).code() == 0);
            }
        }
    }

    @Override
    @Test
    void decidesAsARealServer() throws IOException {
        Decisions decisions = new Decisions("kubectl", World.Kind.REAL);
        assertThat(differences(decisions, plane.kubeconfig(ControlPlane.ADMIN))).isEmpty();
    }
}
