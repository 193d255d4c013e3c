package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.TestClient.get;
import static io.hookline.http.TestClient.once;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests through a proxy: https in a tunnel, http with the whole URL in the request. */
final class TunnelTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    private static SecureServers secure;

    @BeforeAll
    static void makeKeys() throws Exception {
        secure = SecureServers.generate();
    }

    @Test
    void aTunnelIsKeptAsAnyOtherConnection() throws Exception {
        try (ScriptedServer server = fine();
                ForwardProxy proxy = ForwardProxy.open();
                TestClient client = new TestClient(secure.trusting(), proxy.proxies(""))) {
            assertThat(client.text(once(url(server) + "a?b"))).isEqualTo("fine");
            assertThat(client.text(once(url(server)))).isEqualTo("fine");
            String authority = "127.0.0.1:" + server.port();
            assertThat(proxy.heads()).containsExactly("CONNECT " + authority + " HTTP/1.1\nHost: " + authority + "\n");
            assertThat(server.received().getFirst().line()).isEqualTo("POST /a?b HTTP/1.1");
            assertThat(server.received().getFirst().headers()).doesNotContainKey("proxy-authorization");
        }
    }

    @ParameterizedTest
    @CsvSource({"Aladdin:open%20sesame, QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "alone, YWxvbmU6", "a:b:c, YTpiOmM="})
    void theProxyGetsTheCredentials(String userInfo, String credentials) throws Exception {
        try (ScriptedServer server = fine();
                ForwardProxy proxy = ForwardProxy.open();
                TestClient client = new TestClient(secure.trusting(), proxy.proxies(userInfo))) {
            client.text(url(server));
            assertThat(proxy.heads().getFirst()).endsWith("Proxy-Authorization: Basic " + credentials + "\n");
            assertThat(server.received().getFirst().headers()).doesNotContainKey("proxy-authorization");
        }
    }

    @Test
    void aProxyThatRejectsTheTunnelIsNamed() throws Exception {
        String rejection = answer("407 Proxy Authentication Required", "who are you?");
        try (ScriptedServer server = fine();
                ForwardProxy proxy = ForwardProxy.responding(rejection);
                TestClient client = new TestClient(secure.trusting(), proxy.proxies("me:wrong"))) {
            assertThatThrownBy(() -> client.text(url(server)))
                    .isInstanceOf(ConnectFailure.class)
                    .hasMessage("the proxy %s did not connect to 127.0.0.1:%d: status 407"
                            .formatted(proxy.url("").substring(7), server.port()));
            assertThat(server.connections()).isZero();
            assertNothingIsLeft(client);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 Connection est", "HTTP/1.1 200 OK\r\nX: y\r\n", "RFB 003.008\n"})
    void anInvalidResponseOfAProxyIsAnError(String words) throws Exception {
        try (ScriptedServer server = fine();
                ForwardProxy proxy = ForwardProxy.responding(words);
                TestClient client = new TestClient(secure.trusting(), proxy.proxies(""))) {
            assertThatThrownBy(() -> client.text(url(server))).isInstanceOf(ConnectFailure.class);
            assertThat(server.connections()).isZero();
            assertNothingIsLeft(client);
        }
    }

    @Test
    void theTimeLimitHoldsForTheProxyToo() throws Exception {
        CountDownLatch testOver = new CountDownLatch(1);
        try (ScriptedServer proxy = ScriptedServer.start((_, _) -> testOver.await());
                TestClient client = new TestClient(
                        secure.trusting(), _ -> Optional.of(URI.create("http://127.0.0.1:" + proxy.port())))) {
            assertThatThrownBy(() -> client.http.send(get("https://h.example/"), SHORT))
                    .isInstanceOf(ConnectFailure.class)
                    .hasCauseInstanceOf(SocketTimeoutException.class);
            assertNothingIsLeft(client);
        } finally {
            testOver.countDown();
        }
    }

    @Test
    void theExpectedServerNameIsNotThatOfTheProxy() throws Exception {
        try (ScriptedServer server = fine();
                ForwardProxy proxy = ForwardProxy.open();
                TestClient client = new TestClient(secure.trusting(), proxy.proxies(""))) {
            assertThatThrownBy(() -> client.text("https://api.example:" + server.port() + "/"))
                    .isInstanceOf(ConnectFailure.class);
            assertThat(proxy.heads().getFirst()).startsWith("CONNECT api.example:" + server.port());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://h.example/a?b=%20c, http://h.example/a?b=%20c, h.example",
        "http://H.example:8080,     http://h.example:8080/,    h.example:8080",
        "'http://[::1]:81/x',       'http://[::1]:81/x',       '[::1]:81'"
    })
    void aPlainRequestThroughAProxyNamesItsWholeUrl(String url, String target, String host) throws Exception {
        try (ScriptedServer proxy = ScriptedServer.always(answer("200 OK", "fine"));
                TestClient client = new TestClient(
                        secure.trusting(), _ -> Optional.of(URI.create("http://me:you@127.0.0.1:" + proxy.port())))) {
            assertThat(client.text(url)).isEqualTo("fine");
            ScriptedServer.Received received = proxy.received().getFirst();
            assertThat(received.line()).isEqualTo("GET " + target + " HTTP/1.1");
            assertThat(received.header("Host")).isEqualTo(host);
            assertThat(received.header("Proxy-Authorization")).isEqualTo("Basic bWU6eW91");
        }
    }

    private static void assertNothingIsLeft(TestClient client) {
        assertThat(client.http.pool().size()).isZero();
        assertThat(client.deadlines.pending()).isZero();
    }

    private static ScriptedServer fine() throws Exception {
        return secure.serve((_, socket) -> ScriptedServer.send(socket, answer("200 OK", "fine")));
    }

    private static String url(ScriptedServer server) {
        return "https://127.0.0.1:" + server.port() + "/";
    }
}
