package io.hookline.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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

    @Test
    void theControllersTakeDependentsAwayAndEndNamespaces(ControlPlane plane) {
        plane.startControllers();
        try (KubeCluster cluster = plane.connect("test")) {
            Discovery discovery = cluster.discover();
            ApiResource namespaces = discovery.find("v1", "namespaces").orElseThrow();
            ApiResource configMaps = discovery.find("v1", "configmaps").orElseThrow();
            cluster.create(namespaces, object("v1", "Namespace", "\"name\":\"ending\""), WriteOptions.PLAIN);
            KubeObject owner = cluster.create(configMaps, map("owner", ""), WriteOptions.PLAIN);
            String reference = ",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"owner\","
                    + "\"uid\":\"" + owner.uid() + "\"}]";
            cluster.create(configMaps, map("dependent", reference), WriteOptions.PLAIN);

            cluster.delete(configMaps, owner.key(), DeleteOptions.BACKGROUND);
            awaitGone(() -> cluster.get(configMaps, new ObjectKey("ending", "dependent")));

            cluster.delete(namespaces, ObjectKey.clusterScoped("ending"), DeleteOptions.BACKGROUND);
            awaitGone(() -> cluster.get(namespaces, ObjectKey.clusterScoped("ending")));
        }
    }

    private static KubeObject map(String name, String more) {
        return object("v1", "ConfigMap", "\"namespace\":\"ending\",\"name\":\"" + name + "\"" + more);
    }

    private static KubeObject object(String apiVersion, String kind, String metadata) {
        return KubeObject.of(
                "{\"apiVersion\":\"" + apiVersion + "\",\"kind\":\"" + kind + "\",\"metadata\":{" + metadata + "}}");
    }

    private static void awaitGone(Executable read) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThatThrownBy(read::execute).isInstanceOf(ClusterException.NotFound.class));
    }
}
