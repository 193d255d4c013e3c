package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.kube.config.CannedServer;
import io.hookline.object.ApiResource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeDiscoveryTest {

    private static final ApiResource DEPLOYMENTS = new ApiResource(
            "apps/v1",
            "deployments",
            "deployment",
            "Deployment",
            true,
            List.of("deploy"),
            List.of("all"),
            Set.of("get", "list"),
            Set.of("status", "scale"));

    @RegisterExtension
    private final CannedServer server = new CannedServer();

    private final KubeCluster cluster = server.cluster();

    @Test
    void aServerWithAggregatedDiscoveryGetsTwoRequests() {
        server.then(
                        200,
                        "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/v2\",\"items\":[{"
                                + "\"metadata\":{},\"versions\":[{\"version\":\"v1\",\"freshness\":\"Current\",\"resources\":[{"
                                + "\"resource\":\"nodes\",\"responseKind\":{\"group\":\"\",\"version\":\"\",\"kind\":\"Node\"},"
                                + "\"scope\":\"Cluster\",\"singularResource\":\"node\",\"verbs\":[\"get\"]}]}]}]}")
                .then(
                        200,
                        "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/v2\",\"items\":[{"
                                + "\"metadata\":{\"name\":\"apps\"},\"versions\":[{\"version\":\"v1\",\"freshness\":\"Current\","
                                + "\"resources\":[{\"resource\":\"deployments\",\"responseKind\":{\"kind\":\"Deployment\"},"
                                + "\"scope\":\"Namespaced\",\"singularResource\":\"deployment\",\"verbs\":[\"get\",\"list\"],"
                                + "\"shortNames\":[\"deploy\"],\"categories\":[\"all\"],"
                                + "\"subresources\":[{\"subresource\":\"status\"},{\"subresource\":\"scale\"}]}]}]},"
                                + "{\"metadata\":{\"name\":\"metrics.k8s.io\"},\"versions\":[{\"version\":\"v1beta1\",\"freshness\":\"Stale\"}]}]}");

        Discovery discovery = cluster.discover();

        assertThat(discovery.resources()).hasSize(2).contains(DEPLOYMENTS);
        assertThat(discovery.find("v1", "nodes")).hasValueSatisfying(nodes -> {
            assertThat(nodes.namespaced()).isFalse();
            assertThat(nodes.kind()).isEqualTo("Node");
        });
        assertThat(discovery.failedGroupVersions()).containsExactly("metrics.k8s.io/v1beta1");
        assertThat(server.received()).extracting(CannedServer.Received::uri).containsExactly("/api", "/apis");
        assertThat(server.received().getFirst().header("Accept"))
                .startsWith("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,")
                .endsWith(",application/json");
    }

    @Test
    void anOlderServerGetsARequestPerGroupAndFailedGroupsAreNamed() {
        server.then(200, "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}")
                .then(200, "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":[]}")
                .then(
                        200,
                        "{\"kind\":\"APIGroupList\",\"groups\":[{\"name\":\"apps\",\"versions\":[{\"groupVersion\":\"apps/v1\"}]},"
                                + "{\"name\":\"metrics.k8s.io\",\"versions\":[{\"groupVersion\":\"metrics.k8s.io/v1beta1\"}]}]}")
                .then(
                        200,
                        "{\"kind\":\"APIResourceList\",\"groupVersion\":\"apps/v1\",\"resources\":[{\"name\":\"deployments\","
                                + "\"singularName\":\"deployment\",\"namespaced\":true,\"kind\":\"Deployment\",\"verbs\":[\"get\",\"list\"],"
                                + "\"shortNames\":[\"deploy\"],\"categories\":[\"all\"]},{\"name\":\"deployments/status\",\"kind\":\"Deployment\"},"
                                + "{\"name\":\"deployments/scale\",\"kind\":\"Scale\"}]}")
                .then(503, "{\"kind\":\"Status\",\"message\":\"backend is away\"}");

        Discovery discovery = cluster.discover();

        assertThat(discovery.resources()).containsExactly(DEPLOYMENTS);
        assertThat(discovery.failedGroupVersions()).containsExactly("metrics.k8s.io/v1beta1");
        assertThat(server.received())
                .extracting(CannedServer.Received::uri)
                .containsExactly("/api", "/api/v1", "/apis", "/apis/apps/v1", "/apis/metrics.k8s.io/v1beta1");
    }

    @Test
    void aServerThatFailsAsAWholeIsAFailure() {
        server.then(503, "{\"kind\":\"Status\",\"message\":\"starting\"}");

        assertThatThrownBy(cluster::discover)
                .isInstanceOf(ClusterException.Unavailable.class)
                .hasMessage("starting");
    }

    private static final String APPS =
            "{\"kind\":\"APIResourceList\",\"groupVersion\":\"apps/v1\",\"resources\":[{\"name\":\"deployments\","
                    + "\"singularName\":\"deployment\",\"namespaced\":true,\"kind\":\"Deployment\",\"verbs\":[\"get\",\"list\"],"
                    + "\"shortNames\":[\"deploy\"],\"categories\":[\"all\"]},{\"name\":\"deployments/status\",\"kind\":\"Deployment\"},"
                    + "{\"name\":\"deployments/scale\",\"kind\":\"Scale\"}]}";

    @Test
    void oneGroupVersionIsReadWithOneRequest() {
        server.then(200, APPS).then(200, "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":[]}");

        assertThat(cluster.discover("apps/v1").resources()).containsExactly(DEPLOYMENTS);
        assertThat(cluster.discover("v1").resources()).isEmpty();
        assertThat(server.received())
                .extracting(CannedServer.Received::uri)
                .containsExactly("/apis/apps/v1", "/api/v1");
    }

    @Test
    void aGroupVersionThatIsNotServedIsEmptyAndABrokenOneIsAFailure() {
        server.then(404, "404 page not found")
                .then(503, "{\"kind\":\"Status\",\"message\":\"backend is away\"}")
                .then(200, "{\"kind\":\"Login\"}");

        assertThat(cluster.discover("late.example.com/v1").resources()).isEmpty();
        assertThatThrownBy(() -> cluster.discover("metrics.k8s.io/v1beta1"))
                .isInstanceOf(ClusterException.Unavailable.class);
        assertThatThrownBy(() -> cluster.discover("apps/v1")).isInstanceOf(ClusterException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x/v1 HTTP/1.1\r\nHost: a\r\n\r\nDELETE /api/v1/namespaces/a",
                "../api/v1/secrets",
                "apps/v1/namespaces/a/deployments",
                "apps/v1?watch=true",
                "a b/v1",
                "apps/",
                "/v1",
                ".."
            })
    void aHookCannotChangeTheRequestByTheNameOfItsGroup(String apiVersion) {
        assertThat(cluster.discover(apiVersion).resources()).isEmpty();
        assertThat(server.received()).isEmpty();
    }
}
