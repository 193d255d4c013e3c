package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.RealControlPlane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Taking over from Metacontroller on a real API server, with all the defaults that it fills in. */
@RealControlPlane
@ExtendWith(SuiteCluster.Resolver.class)
class RealSwitchIT {

    private static Cluster cluster;
    private static String namespace;

    @BeforeAll
    static void enter(SuiteCluster real) {
        cluster = real.cluster();
        namespace = real.namespace();
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
