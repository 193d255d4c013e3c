package io.hookline.kube.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proxy of an API server: that of the kubeconfig, otherwise that of the environment. */
class ClusterProxyTest {

    @TempDir
    private Path folder;

    private Optional<URI> proxy(String cluster, Map<String, String> environment) throws IOException {
        Path file = Files.writeString(folder.resolve("config"), """
                clusters: [{name: c, cluster: {%s}}]
                contexts: [{name: x, context: {cluster: c}}]
                current-context: x
                """.formatted(cluster));
        return new ConfigLoader(new KubeEnvironment(environment, folder, folder), InstantSource.system())
                .find(file.toString(), "")
                .proxy();
    }

    @Test
    void theKubeconfigsProxyPrecedesThatOfTheEnvironment() throws IOException {
        Map<String, String> environment = Map.of("HTTPS_PROXY", "proxy:1", "NO_PROXY", ".direct");

        assertThat(proxy("server: 'https://host'", environment)).contains(URI.create("http://proxy:1"));
        assertThat(proxy("server: 'https://host.direct'", environment)).isEmpty();
        assertThat(proxy("server: 'https://host', proxy-url: 'http://ours:2'", environment))
                .contains(URI.create("http://ours:2"));
        assertThat(proxy("server: 'https://host', proxy-url: 'http://ours:2'", Map.of("HTTPS_PROXY", "socks5://p:1")))
                .contains(URI.create("http://ours:2"));
    }

    @Test
    void aProxyThatCannotBeUsedIsReportedWithItsPlaceAndWithoutItsPassword() {
        String cluster = folder.resolve("config") + ": clusters[0].cluster.";

        assertThatThrownBy(() -> proxy("server: 'https://host'", Map.of("HTTPS_PROXY", "socks5://me:secret@p:1")))
                .isInstanceOf(KubeconfigException.class)
                .hasMessage(
                        cluster + "server: cannot be reached: HTTPS_PROXY of the environment names a proxy of the kind"
                                + " socks5, which is not supported: only http proxies are");
        assertThatThrownBy(() -> proxy("server: 'https://host', proxy-url: 'socks5://me:secret@p:1'", Map.of()))
                .isInstanceOf(KubeconfigException.class)
                .hasMessage(
                        cluster + "proxy-url: expected a URL such as http://host:3128 (other kinds of proxies are not"
                                + " supported), was \"socks5://***@p:1\"");
    }

    private RestConfig inPod(String variable, String value) throws IOException {
        Files.writeString(folder.resolve("token"), "from-pod");
        Map<String, String> environment =
                Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "443", variable, value);
        return new ConfigLoader(new KubeEnvironment(environment, folder, folder), InstantSource.system()).find("", "");
    }

    @Test
    void theEnvironmentsProxyIsAlsoUsedInAPod() throws IOException {
        assertThat(inPod("HTTPS_PROXY", "proxy:1").proxy()).contains(URI.create("http://proxy:1"));
        assertThat(inPod("HTTP_PROXY", "proxy:1").proxy()).isEmpty();
        assertThatThrownBy(() -> inPod("HTTPS_PROXY", "socks5://me:secret@p:1"))
                .isInstanceOf(KubeconfigException.class)
                .hasMessage("in-cluster: https://10.0.0.1:443 cannot be reached: HTTPS_PROXY of the environment names a"
                        + " proxy of the kind socks5, which is not supported: only http proxies are. Fix it, or name"
                        + " 10.0.0.1 in NO_PROXY.");
    }

    @Test
    void aBrokenProxyThatIsNotUsedDoesNoHarm() throws IOException {
        assertThat(proxy("server: 'https://host'", Map.of("HTTP_PROXY", "a b"))).isEmpty();
    }

    @Test
    void requestsUseTheKubeconfigsProxy() throws IOException {
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            byte[] body =
                    ("{\"metadata\":{\"name\":\"" + exchange.getRequestURI() + "\"}}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        proxy.start();
        RestConfig connection = new RestConfig(
                "",
                "default",
                URI.create("http://far-away.invalid"),
                Optional.of(URI.create("http://127.0.0.1:" + proxy.getAddress().getPort())),
                Impersonation.NONE,
                Credential.NONE,
                Tls.DEFAULT);

        try (KubeCluster cluster = KubeCluster.over(connection, CannedServer.OPTIONS, InstantSource.system())) {
            assertThat(cluster.get(CannedServer.NODES, ObjectKey.clusterScoped("n"))
                            .name())
                    .isEqualTo("http://far-away.invalid/api/v1/nodes/n");
        } finally {
            proxy.stop(0);
        }
    }
}
