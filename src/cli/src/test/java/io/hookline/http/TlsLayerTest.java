package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static io.hookline.http.TestClient.once;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyManagementException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.StandardConstants;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Connections over TLS. The server's certificate is for 127.0.0.1. */
final class TlsLayerTest {

    private static SecureServers secure;

    private final List<String> suites = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void makeKeys() throws Exception {
        secure = SecureServers.generate();
    }

    @Test
    void aConnectionOverTlsIsKeptAsAnyOther() throws Exception {
        try (ScriptedServer server = naming();
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            assertThat(client.text(once(url(server, "127.0.0.1")))).isEqualTo("fine");
            assertThat(client.text(once(url(server, "127.0.0.1")))).isEqualTo("fine");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void bytesAfterAResponseAreNotTheNextResponse() throws Exception {
        String more = answer("200 OK", "fine") + answer("200 OK", "wrong");
        try (ScriptedServer server = secure.serve((_, socket) -> send(socket, more));
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            assertThat(client.text(once(url(server, "127.0.0.1")))).isEqualTo("fine");
            assertThat(client.text(once(url(server, "127.0.0.1")))).isEqualTo("fine");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void bytesInOneRecordWithTheEndOfALongBodyAreNotTheNextResponse() throws Exception {
        String body = "x".repeat(600);
        try (ScriptedServer server = secure.serve((_, socket) -> {
                    send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n");
                    send(socket, body + answer("200 OK", "wrong"));
                });
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            assertThat(client.text(once(url(server, "127.0.0.1")))).isEqualTo(body);
            assertThat(client.text(once(url(server, "127.0.0.1")))).isEqualTo(body);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void aServerOfAnotherNameIsRejectedBeforeARequestIsSent() throws Exception {
        try (ScriptedServer server = naming();
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            assertThatThrownBy(() -> client.text(url(server, "localhost")))
                    .isInstanceOf(ConnectFailure.class)
                    .hasCauseInstanceOf(SSLHandshakeException.class);
            assertThat(server.received()).isEmpty();
            assertThat(client.http.pool().size()).isZero();
            assertThat(client.deadlines.pending()).isZero();
        }
    }

    @Test
    void theExpectedNameOfTheServerCanBeSet() throws Exception {
        try (ScriptedServer server = naming();
                TestClient client = new TestClient(secure.trusting(Optional.of("127.0.0.1")), ProxyResolver.NONE)) {
            assertThat(client.text(url(server, "localhost"))).isEqualTo("fine");
            assertThat(server.received().getFirst().header("Host")).isEqualTo("localhost:" + server.port());
        }
    }

    @Test
    void aServerWithOnlyTheNameOfTheHostIsThenRejected() throws Exception {
        try (ScriptedServer server = naming();
                TestClient client = new TestClient(secure.trusting(Optional.of("api.example")), ProxyResolver.NONE)) {
            assertThatThrownBy(() -> client.text(url(server, "127.0.0.1"))).isInstanceOf(ConnectFailure.class);
        }
    }

    @Test
    void chaCha20IsUsedIfTheServerLetsTheClientChoose() throws Exception {
        try (ScriptedServer server =
                        secure.serving(parameters -> parameters.setUseCipherSuitesOrder(false), this::name);
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            client.text(url(server, "127.0.0.1"));
            assertThat(suites).containsExactly("TLS_CHACHA20_POLY1305_SHA256");
        }
    }

    @Test
    void chaCha20IsAlsoUsedInTls12() throws Exception {
        try (ScriptedServer server = secure.serving(TlsLayerTest::old, this::name);
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            client.text(url(server, "127.0.0.1"));
            assertThat(suites).containsExactly("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
        }
    }

    @Test
    void aServerThatSupportsOnlyAesGetsIt() throws Exception {
        String wanted = "TLS_AES_128_GCM_SHA256";
        try (ScriptedServer server =
                        secure.serving(parameters -> parameters.setCipherSuites(new String[] {wanted}), this::name);
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            client.text(url(server, "127.0.0.1"));
            assertThat(suites).containsExactly(wanted);
        }
    }

    @Test
    void theServerNameIsSentInTheHandshake() throws Exception {
        List<String> requested = new CopyOnWriteArrayList<>();
        SNIMatcher noting = new SNIMatcher(StandardConstants.SNI_HOST_NAME) {
            @Override
            public boolean matches(SNIServerName name) {
                requested.add(new String(name.getEncoded(), StandardCharsets.US_ASCII));
                return true;
            }
        };
        try (ScriptedServer server =
                        secure.serving(parameters -> parameters.setSNIMatchers(List.of(noting)), this::name);
                TestClient client = new TestClient(secure.trusting(Optional.of("api.example")), ProxyResolver.NONE)) {
            assertThatThrownBy(() -> client.text(url(server, "127.0.0.1"))).isInstanceOf(ConnectFailure.class);
            assertThat(requested).containsExactly("api.example");
        }
    }

    @Test
    void theTlsContextIsCreatedOnceAndNotForPlainConnections() throws Exception {
        AtomicInteger made = new AtomicInteger();
        TlsLayer layer = new TlsLayer(
                () -> {
                    made.incrementAndGet();
                    return secure.trustingContext();
                },
                Optional.empty());
        String farewell = answer("200 OK", "fine", "Connection: close");
        try (ScriptedServer plain = ScriptedServer.always(farewell);
                ScriptedServer server = secure.serve((_, socket) -> send(socket, farewell));
                TestClient client = new TestClient(layer, ProxyResolver.NONE)) {
            client.text(plain.url("/"));
            assertThat(made).hasValue(0);
            client.text(url(server, "127.0.0.1"));
            client.text(url(server, "127.0.0.1"));
            assertThat(server.connections()).isEqualTo(2);
            assertThat(made).hasValue(1);
        }
    }

    @Test
    void aFailedTlsContextIsCreatedAgainForTheNextConnection() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        TlsLayer layer = new TlsLayer(
                () -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new KeyManagementException("not yet");
                    }
                    return secure.trustingContext();
                },
                Optional.empty());
        try (ScriptedServer server = naming();
                TestClient client = new TestClient(layer, ProxyResolver.NONE)) {
            assertThatThrownBy(() -> client.text(url(server, "127.0.0.1")))
                    .isInstanceOf(ConnectFailure.class)
                    .hasMessage("TLS cannot be set up: not yet");
            assertThat(client.http.pool().size()).isZero();
            assertThat(client.text(url(server, "127.0.0.1"))).isEqualTo("fine");
        }
    }

    private static void old(SSLParameters parameters) {
        parameters.setUseCipherSuitesOrder(false);
        parameters.setProtocols(new String[] {"TLSv1.2"});
    }

    private ScriptedServer naming() throws Exception {
        return secure.serve(this::name);
    }

    private void name(ScriptedServer.Received request, Socket socket) throws Exception {
        suites.add(((SSLSocket) socket).getSession().getCipherSuite());
        send(socket, answer("200 OK", "fine"));
    }

    private static String url(ScriptedServer server, String host) {
        return "https://" + host + ":" + server.port() + "/";
    }
}
