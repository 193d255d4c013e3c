package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import java.io.IOException;
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

    @Override
    @Test
    void decidesAsARealServer() throws IOException {
        Decisions decisions = new Decisions("kubectl", World.Kind.REAL);
        assertThat(differences(decisions, plane.kubeconfig(ControlPlane.ADMIN))).isEmpty();
    }
}
