package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyRulesTest {

    private static Optional<String> proxy(String server, Map<String, String> variables) {
        KubeEnvironment environment = new KubeEnvironment(variables, Path.of("/"), Path.of("/"));
        return new ProxyRules(environment).proxyFor(URI.create(server), "");
    }

    @Test
    void theServersSchemeChoosesTheVariable() {
        Map<String, String> variables = Map.of("HTTPS_PROXY", "http://secure:1", "http_proxy", "plain:2");

        assertThat(proxy("https://host", variables)).contains("http://secure:1");
        assertThat(proxy("http://host", variables)).contains("http://plain:2");
        assertThat(proxy("https://localhost:6443", variables)).isEmpty();
        assertThat(proxy("https://127.0.0.1:6443", variables)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "example.com,    api.example.com, true",
        "example.com,    example.com,     true",
        "example.com,    notexample.com,  false",
        ".example.com,   api.example.com, true",
        ".example.com,   example.com,     false",
        "*.example.com,  api.example.com, true",
        "*,              anything,        true",
        "10.0.0.0/8,     10.9.8.7,        true",
        "10.0.0.0/8,     11.0.0.1,        false",
        "10.0.0.0/33,    10.0.0.1,        false",
        "10.0.0.0/8,     ten.example.com, false",
        "'a, b',         b,               true",
        "'',             b,               false"
    })
    void exceptionsAreByDomainAddressOrNetwork(String exceptions, String host, boolean direct) {
        Map<String, String> variables = Map.of("HTTPS_PROXY", "http://p:1", "NO_PROXY", exceptions);

        assertThat(proxy("https://" + host, variables).isEmpty()).isEqualTo(direct);
    }

    @Test
    void theKubeconfigsProxyIsReallyUsed() throws IOException {
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            byte[] body =
                    ("{\"metadata\":{\"name\":\"" + exchange.getRequestURI() + "\"}}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        proxy.start();
        Connection connection = new Connection(
                "",
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
