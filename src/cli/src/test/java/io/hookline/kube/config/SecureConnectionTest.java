package io.hookline.kube.config;

import static io.hookline.kube.config.CannedServer.CONFIG_MAP;
import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static io.hookline.kube.config.CannedServer.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.http.ForwardProxy;
import io.hookline.http.ProxyResolver;
import io.hookline.http.ScriptedServer;
import io.hookline.http.SecureServers;
import io.hookline.kube.KubeCluster;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections over TLS and through proxies, configured by a kubeconfig. The server's certificate is for 127.0.0.1. */
class SecureConnectionTest {

    private static final ObjectKey KEY = ObjectKey.parse("ns/a");

    private static SecureServers secure;

    @TempDir
    private Path folder;

    @BeforeAll
    static void makeKeys() throws Exception {
        secure = SecureServers.generate();
    }

    private static ScriptedServer server() throws Exception {
        return secure.serve((request, socket) -> ScriptedServer.send(
                socket,
                request.line().contains("watch=true")
                        ? ScriptedServer.answer("200 OK", "{\"type\":\"ADDED\",\"object\":" + CONFIG_MAP + "}\n")
                        : ScriptedServer.answer("200 OK", CONFIG_MAP)));
    }

    /** A kubeconfig for this server, with further fields of its cluster, each after a comma. */
    private KubeCluster cluster(String server, String fields) throws IOException {
        String authority = Base64.getEncoder()
                .encodeToString(secure.pair().certificatePem().getBytes(StandardCharsets.UTF_8));
        Path file = Files.writeString(folder.resolve("config"), """
                clusters: [{name: c, cluster: {server: "%s", certificate-authority-data: "%s"%s}}]
                users: [{name: u, user: {token: secret}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """.formatted(server, authority, fields));
        RestConfig connection = new ConnectionReader(ProxyResolver.NONE, InstantSource.system())
                .read(Kubeconfig.read(List.of(file)).select(""));
        return KubeCluster.over(connection, OPTIONS, InstantSource.system());
    }

    @Test
    void aServerOfAnotherNameGetsNoRequest() throws Exception {
        try (ScriptedServer server = server();
                KubeCluster cluster = cluster("https://localhost:" + server.port(), "")) {
            assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY)).isInstanceOf(ClusterException.Unreachable.class);
            assertNotSent(cluster);
            assertThat(server.received()).isEmpty();
        }
    }

    @Test
    void theKubeconfigMaySetTheNameOfTheServer() throws Exception {
        try (ScriptedServer server = server();
                KubeCluster cluster =
                        cluster("https://localhost:" + server.port(), ", tls-server-name: \"127.0.0.1\"")) {
            assertThat(cluster.get(CONFIG_MAPS, KEY).name()).isEqualTo("a");
            assertThat(server.received().getFirst().header("Host")).isEqualTo("localhost:" + server.port());
        }
    }

    @Test
    void requestsAndWatchesGoThroughTheProxyOfTheKubeconfig() throws Exception {
        try (ScriptedServer server = server();
                ForwardProxy proxy = ForwardProxy.open();
                KubeCluster cluster = cluster(
                        "https://127.0.0.1:" + server.port(), ", proxy-url: \"" + proxy.url("me:pass%20word") + "\"")) {
            assertThat(cluster.get(CONFIG_MAPS, KEY).name()).isEqualTo("a");
            try (Watch watch = cluster.watch(CONFIG_MAPS, WatchOptions.from("5", Duration.ofMinutes(5)))) {
                assertThat(watch.poll(Duration.ofMinutes(5))).containsInstanceOf(WatchEvent.Added.class);
            }
            String credentials = Base64.getEncoder().encodeToString("me:pass word".getBytes(StandardCharsets.UTF_8));
            assertThat(proxy.heads())
                    .containsOnly(("CONNECT 127.0.0.1:%1$d HTTP/1.1\nHost: 127.0.0.1:%1$d\n"
                                    + "Proxy-Authorization: Basic %2$s\n")
                            .formatted(server.port(), credentials));
            assertThat(server.received()).allSatisfy(received -> {
                assertThat(received.header("Authorization")).isEqualTo("Bearer secret");
                assertThat(received.headers()).doesNotContainKey("proxy-authorization");
            });
        }
    }

    @Test
    void aRequestThatTheProxyRejectsWasNotSent() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.always(ScriptedServer.answer("403 Forbidden", "not there"));
                KubeCluster cluster =
                        cluster("https://api.example:6443", ", proxy-url: \"http://127.0.0.1:" + proxy.port() + "\"")) {
            assertNotSent(cluster);
            assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY))
                    .isInstanceOf(ClusterException.Unreachable.class)
                    .hasMessage(
                            "GET /api/v1/namespaces/ns/configmaps/a: cannot connect to api.example:6443: the proxy 127.0.0.1:"
                                    + proxy.port()
                                    + " did not connect to api.example:6443: status 403");
            assertThat(proxy.received())
                    .extracting(ScriptedServer.Received::line)
                    .containsOnly("CONNECT api.example:6443 HTTP/1.1");
        }
    }

    private static void assertNotSent(KubeCluster cluster) {
        assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, KubeObject.of(CONFIG_MAP), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.Unreachable.class);
    }
}
