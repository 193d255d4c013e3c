package io.hookline.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.http.KeyPairs;
import io.hookline.http.Pem;
import io.hookline.http.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trusted authorities and client certificates in calls of a hook. */
final class TlsTest {

    private static final String CLIENT_TLS = "\"clientTLS\":{\"secretRef\":{\"namespace\":\"ns\",\"name\":\"s\"}}";

    private static KeyPairs.Pair server;
    private static KeyPairs.Pair client;
    private static KeyPairs.Pair stranger;

    private final Calls calls = new Calls();
    private final List<String> clients = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void makeKeys() throws Exception {
        server = KeyPairs.rsa("server");
        client = KeyPairs.ec("client");
        stranger = KeyPairs.ed25519("stranger");
    }

    @AfterAll
    static void forgetKeys() {
        server = null;
        client = null;
        stranger = null;
    }

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void aGivenAuthorityIsTrusted() throws Exception {
        calls.cluster.configMap("s", Map.of("ca.crt", "# ours\n" + server.certificatePem()));
        try (ScriptedServer https = https(false)) {
            assertThat(Calls.call(calls.connect(url(https), ca("configMapRef"))))
                    .isEqualTo("{\"children\":[]}");
        }
    }

    @Test
    void oneOfSeveralAuthoritiesIsEnough() throws Exception {
        calls.cluster.secret("s", Map.of("ca.crt", stranger.certificatePem() + server.certificatePem()));
        try (ScriptedServer https = https(false)) {
            Calls.call(calls.connect(url(https), ca("secretRef")));
            assertThat(clients).containsExactly("none");
        }
    }

    @Test
    void withoutItTheServerIsNotTrusted() {
        try (ScriptedServer https = https(false)) {
            assertNotTrusted(https, calls.connect(url(https)));
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsNotTrusted() {
        calls.cluster.secret("s", Map.of("ca.crt", stranger.certificatePem()));
        try (ScriptedServer https = https(false)) {
            assertNotTrusted(https, calls.connect(url(https), ca("secretRef")));
        }
    }

    @Test
    void aPlainHookCanRedirectToASecuredOne() throws Exception {
        calls.cluster.secret("s", Map.of("ca.crt", server.certificatePem()));
        try (ScriptedServer https = https(false);
                ScriptedServer plain =
                        ScriptedServer.always(ScriptedServer.answer("307 There", "", "Location: " + url(https)))) {
            assertThat(Calls.call(calls.connect(plain.url("/"), ca("secretRef"))))
                    .isEqualTo("{\"children\":[]}");
        }
    }

    @Test
    void theCertificateMustBeForTheHost() {
        calls.cluster.secret("s", Map.of("ca.crt", server.certificatePem()));
        try (ScriptedServer https = https(false)) {
            HookClient other = calls.connect("https://localhost:" + https.port() + "/", ca("secretRef"));
            assertThatThrownBy(() -> Calls.call(other))
                    .isInstanceOf(HookException.class)
                    .hasMessageContaining("tls: ")
                    .hasMessageContaining("localhost");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -9 | -2 | has expired: NotAfter:
             2 |  9 | is not valid yet, or the clock of this machine is wrong: NotBefore:
            """)
    void aCertificateOutOfItsTimeIsNamedAsOne(int fromDay, int untilDay, String problem) throws Exception {
        Instant now = Instant.now();
        KeyPairs.Issued issued =
                KeyPairs.issued("server", now.plus(Duration.ofDays(fromDay)), now.plus(Duration.ofDays(untilDay)));
        calls.cluster.secret("s", Map.of("ca.crt", Pem.text(issued.authority())));
        try (ScriptedServer https = https(issued.pair(), false)) {
            HookClient hook = calls.connect(url(https), ca("secretRef"));
            assertThatThrownBy(() -> Calls.call(hook))
                    .isInstanceOf(HookException.class)
                    .hasMessageStartingWith(
                            "http error: Post \"" + url(https) + "\": tls: the server's certificate " + problem);
        }
    }

    @Test
    void aServerOfPlainHttpIsNamedAsOne() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try {
                    Socket socket = plain.accept(); // stays open, since to close it could be faster than the answer
                    socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            String url = "https://127.0.0.1:" + plain.getLocalPort() + "/";
            assertThatThrownBy(() -> Calls.call(calls.connect(url)))
                    .isInstanceOf(HookException.class)
                    .hasMessage("http error: Post \"" + url + "\": tls: the server does not speak TLS; if it serves"
                            + " plain HTTP, begin the URL with http://");
        }
    }

    @Test
    void theClientCertificateIsSent() throws Exception {
        calls.cluster.secret(
                "s",
                Map.of(
                        "ca.crt",
                        server.certificatePem(),
                        "tls.crt",
                        client.certificatePem(),
                        "tls.key",
                        client.keyPem()));
        try (ScriptedServer https = https(true)) {
            Calls.call(calls.connect(url(https), ca("secretRef"), CLIENT_TLS));
            assertThat(clients).containsExactly("CN=client");
        }
    }

    @Test
    void aServerThatWantsACertificateTakesNoCallWithoutOne() {
        calls.cluster.secret("s", Map.of("ca.crt", server.certificatePem()));
        try (ScriptedServer https = https(true)) {
            assertThatThrownBy(() -> Calls.call(calls.connect(url(https), ca("secretRef"))))
                    .isInstanceOf(HookException.class)
                    .hasMessageStartingWith("http error: Post \"" + url(https) + "\": ");
            assertThat(https.received()).isEmpty();
        }
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() {
        calls.cluster.secret("s", Map.of("tls.crt", client.certificatePem(), "tls.key", server.keyPem()));
        assertThatThrownBy(() -> calls.connect("https://h/", CLIENT_TLS))
                .hasMessage("clientTLS: Secret ns/s: the private key does not belong to the certificate");
    }

    @Test
    void hooksWithEqualTlsMaterialShareConnections() throws Exception {
        calls.cluster.secret("s", Map.of("ca.crt", server.certificatePem()));
        try (ScriptedServer https = https(false)) {
            HookClient one = calls.connect(url(https), ca("secretRef"));
            HookClient two = calls.connect(url(https), ca("secretRef"));
            Calls.call(one);
            one.close();
            one.close();
            Calls.call(two);
            assertThat(https.connections()).isEqualTo(1);
        }
    }

    @Test
    void theLastLeaseClosesTheConnections() throws Exception {
        calls.cluster.secret("s", Map.of("ca.crt", server.certificatePem()));
        try (ScriptedServer https = https(false)) {
            HookClient one = calls.connect(url(https), ca("secretRef"));
            Calls.call(one);
            one.close();
            Calls.call(calls.connect(url(https), ca("secretRef")));
            assertThat(https.connections()).isEqualTo(2);
        }
    }

    private static void assertNotTrusted(ScriptedServer https, HookClient hook) {
        assertThatThrownBy(() -> Calls.call(hook))
                .isInstanceOf(HookException.class)
                .hasMessageStartingWith("http error: Post \"" + url(https)
                        + "\": tls: the server's certificate is not signed by a trusted authority: ");
        assertThat(https.received()).isEmpty();
    }

    private ScriptedServer https(boolean wantsCertificate) {
        return https(server, wantsCertificate);
    }

    private ScriptedServer https(KeyPairs.Pair pair, boolean wantsCertificate) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(pair.store(), KeyPairs.PASSWORD);
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("client", client.certificate());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            SSLServerSocket listener = (SSLServerSocket)
                    context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
            listener.setNeedClientAuth(wantsCertificate);
            return new ScriptedServer(listener, (_, socket) -> {
                clients.add(wantsCertificate ? peer(socket) : "none");
                ScriptedServer.send(socket, Calls.OK);
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String peer(Socket socket) throws Exception {
        return ((SSLSocket) socket).getSession().getPeerPrincipal().getName();
    }

    private static String url(ScriptedServer https) {
        return "https://127.0.0.1:" + https.port() + "/";
    }

    private static String ca(String ref) {
        return "\"caBundle\":{\"" + ref + "\":{\"namespace\":\"ns\",\"name\":\"s\"}}";
    }
}
