package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
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
        List.of(WatcherFixture.THING_CRD, LocalWorld.GADGET_CRD)
                .forEach(crd -> define(cluster, LocalWorld.object(crd)));
    }

    @AfterAll
    static void disconnect() {
        cluster.close();
    }

    /** A real server needs some moments until it serves a new kind. */
    private static void define(Cluster cluster, KubeObject crd) {
        ApiResource definitions = cluster.discover().find(crd.gvk()).orElseThrow();
        cluster.create(definitions, crd, WriteOptions.PLAIN);
        String kind = crd.tree().at("/spec/names/kind").asText();
        Awaitility.await(kind + " is served")
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(ClusterException.class)
                .until(() -> {
                    ApiResource resource = cluster.discover()
                            .find(GroupVersionKind.of("test.hookline.io/v1", kind))
                            .orElse(null);
                    return resource != null
                            && cluster.list(resource, ListOptions.ALL).items().isEmpty();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"composite", "decorator"})
    void takingOverWritesNothing(String fixture) {
        UpstreamState state = UpstreamState.create(cluster, fixture, namespace);
        assertThat(state.children()).anySatisfy(child -> assertThat(
                        child.tree().at("/spec/clusterIP").asText())
                .isNotEmpty());
        try (HandDrivenController controller = new HandDrivenController(cluster, state.controller())) {
            controller.answer = state.answer();
            controller.sync(state.key());
            controller.sync(state.key());

            assertThat(controller.cluster.requests()).isEmpty();
            assertThat(controller.calls.getFirst().children().all()).hasSameSizeAs(state.children());
        }
    }
}
