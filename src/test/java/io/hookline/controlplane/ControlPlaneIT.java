package io.hookline.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import org.junit.jupiter.api.Test;

@RealControlPlane
class ControlPlaneIT {

    @Test
    void theServerSaysWhichOneItIs(ControlPlane plane) {
        try (KubeCluster cluster = plane.connect("which")) {
            assertThat(cluster.server().context()).isEqualTo("test-admin");
            assertThat(cluster.server().url()).isEqualTo(plane.server());
            assertThat(cluster.server().version()).startsWith("v1.");
        }
    }

    @Test
    void everyRequestIsOnRecordUnderItsUserAgent(ControlPlane plane, TestNamespace namespace) {
        try (KubeCluster cluster = plane.connect("counted")) {
            Discovery discovery = cluster.discover();
            ApiResource configMaps = discovery.find("v1", "configmaps").orElseThrow();
            cluster.list(configMaps, ListOptions.ALL.inNamespace(namespace.name()));
        }

        assertThat(plane.audit().requestsOf("hookline/counted"))
                .extracting(AuditLog.Request::uri)
                .containsExactly("/api", "/apis", "/api/v1/namespaces/controlplaneit/configmaps");
    }

    @Test
    void somebodyWithoutRightsIsRefused(ControlPlane plane) {
        KubeOptions options = KubeOptions.of("test")
                .withKubeconfig(plane.kubeconfig(ControlPlane.WATCHER).toString());
        try (KubeCluster admin = plane.connect("test");
                KubeCluster watcher = KubeCluster.connect(options)) {
            ApiResource secrets = admin.discover().find("v1", "secrets").orElseThrow();

            assertThatThrownBy(() -> watcher.list(secrets, ListOptions.ALL))
                    .isInstanceOf(ClusterException.Forbidden.class)
                    .hasMessageContaining("secrets is forbidden: User \"watcher\" cannot list resource");
        }
    }
}
