package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Taking over from Metacontroller on a real API server, with all the defaults that it fills in. */
@RealControlPlane
class RealSwitchIT {

    private static KubeCluster cluster;
    private static String namespace;

    @BeforeAll
    static void connect(ControlPlane plane, TestNamespace own) {
        cluster = plane.connect("switch");
        namespace = own.name();
        RealKinds.define(cluster);
    }

    @AfterAll
    static void disconnect() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"composite", "decorator"})
    void takingOverWritesNothing(String fixture) {
        UpstreamState state = UpstreamState.create(cluster, fixture, namespace);
        assertThat(state.children())
                .anySatisfy(child ->
                        assertThat(child.tree().at("/spec/clusterIP").asText()).isNotEmpty());
        try (HandDrivenController controller = new HandDrivenController(cluster, state.controller())) {
            controller.answer = state.answer();
            controller.sync(state.key());
            controller.sync(state.key());

            assertThat(controller.cluster.requests()).isEmpty();
            assertThat(controller.calls.getFirst().children().all()).hasSameSizeAs(state.children());
        }
    }
}
