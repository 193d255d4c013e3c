package io.hookline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.hookline.http.KeyPairs;
import io.hookline.http.Pem;
import io.hookline.http.TlsLayer;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.testing.LogLines;
import io.hookline.web.Address;
import io.hookline.web.RawHttp;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The TLS files of a server are replaced while it runs, as in the volume of a Secret. */
class ServerTlsFilesTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

    private static KeyPairs.Pair first;
    private static KeyPairs.Pair second;

    @RegisterExtension
    private final LogLines lines = new LogLines(ServerTlsFiles.class, Level.ERROR);

    @TempDir
    private Path folder;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private Path certificate;
    private Path key;
    private ServerTlsFiles files;
    private Runnable check;

    @BeforeAll
    static void generate() throws Exception {
        first = KeyPairs.ec("first");
        second = KeyPairs.ec("second");
    }

    @BeforeEach
    void mount() throws Exception {
        certificate = folder.resolve("..data/tls.crt");
        key = folder.resolve("..data/tls.key");
        mount("v1", first);
        files = ServerTlsFiles.read(certificate, key, false);
        check = files.checks(Optional.empty(), registry);
    }

    /** As the kubelet does it: a new folder, then a new symbolic link to it. */
    private void mount(String version, KeyPairs.Pair pair) throws IOException {
        Path data = Files.createDirectory(folder.resolve(version));
        Files.writeString(data.resolve("tls.crt"), pair.certificatePem());
        Files.writeString(data.resolve("tls.key"), pair.keyPem());
        Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), data.getFileName());
        Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static RawHttp connect(WebServer server, KeyPairs.Pair trusted, String... protocols) throws Exception {
        SSLContext context = TlsLayer.context(Pem.trust(trusted.certificatePem()), Optional.empty());
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        socket.startHandshake();
        return new RawHttp(socket);
    }

    private WebServer serve() {
        return WebServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)).withTls(files),
                routes -> routes.get("/", ctx -> ctx.result("ok")));
    }

    private double metric(String series) {
        return MetricsPage.of(registry)
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private double reloads(String result) {
        return metric("hookline_tls_reloads_total{result=\"" + result + "\"}");
    }

    @Test
    void anExpiredCertificateIsLoggedOnceAndItsReplacementEndsThat() throws Exception {
        Instant now = Instant.now();
        mount(
                "v2",
                KeyPairs.issued("old", now.minus(Duration.ofDays(9)), now.minus(Duration.ofDays(2)))
                        .pair());
        check.run();
        check.run();
        assertThat(lines.all())
                .singleElement()
                .satisfies(line -> assertThat(line.getMessage()).startsWith("the certificate has expired"));

        mount("v3", second);
        check.run();
        assertThat(lines.all()).hasSize(1);
    }

    @Test
    void newConnectionsUseTheNewCertificateAndOpenOnesContinue() throws Exception {
        try (WebServer server = serve();
                RawHttp kept = connect(server, first)) {
            assertThat(kept.send(GET).answer().status()).isEqualTo(200);
            mount("v2", second);
            check.run();

            try (RawHttp fresh = connect(server, second)) {
                assertThat(fresh.send(GET).answer().status()).isEqualTo(200);
            }
            assertThatThrownBy(() -> connect(server, first)).isInstanceOf(SSLHandshakeException.class);
            assertThat(kept.send(GET).answer().status()).isEqualTo(200);
            assertThat(reloads("replaced")).isOne();
        }
    }

    @Test
    void theFormerPairStaysUntilCertificateAndKeyFit() throws Exception {
        SSLContext before = files.context();
        Files.writeString(certificate, second.certificatePem());
        check.run();

        assertThat(files.context()).isSameAs(before);
        assertThat(lines.all()).as("may be a change in progress").isEmpty();

        Files.writeString(key, second.keyPem());
        check.run();

        assertThat(files.context()).isNotSameAs(before);
        assertThat(lines.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"})
    void aBrokenFileIsLoggedOnceAndTheFormerStays(String text) throws Exception {
        SSLContext before = files.context();
        Files.writeString(certificate, text);
        check.run();
        check.run();
        check.run();

        assertThat(files.context()).isSameAs(before);
        assertThat(lines.all())
                .extracting(line -> line.getMessage())
                .containsExactly("changed files cannot be used, keeping their former content");
        assertThat(reloads("failed")).isEqualTo(3);
    }

    @Test
    void aMissingFileIsNamed() throws Exception {
        Files.delete(key);
        check.run();
        check.run();

        assertThat(lines.all())
                .singleElement()
                .satisfies(
                        line -> assertThat(line.getKeyValuePairs().toString()).contains("there is no file " + key));
    }

    @Test
    void aPairThatDoesNotFitIsRefusedAtTheStart() throws Exception {
        Files.writeString(key, second.keyPem());

        assertThatThrownBy(() -> ServerTlsFiles.read(certificate, key, false))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessage("the private key does not belong to the certificate");
    }

    @Test
    void theExpiryOfTheCertificateIsAMetric() {
        double seconds = metric("hookline_tls_certificate_expiry_timestamp_seconds");

        Instant expiry = Instant.ofEpochSecond((long) seconds);
        assertThat(expiry)
                .isEqualTo(files.expiry())
                .isBetween(
                        Instant.now().plus(Duration.ofDays(3600)), Instant.now().plus(Duration.ofDays(3700)));
    }

    @Test
    void theAuthoritiesOfClientsAreReplaced() throws Exception {
        Path file = Files.writeString(folder.resolve("ca.crt"), first.certificatePem());
        ServerTlsFiles.Authorities authorities = ServerTlsFiles.Authorities.read(file);
        Runnable both = files.checks(Optional.of(authorities), new PrometheusRegistry());
        X509TrustManager before = authorities.get();
        both.run();
        assertThat(authorities.get()).isSameAs(before);

        Files.writeString(file, second.certificatePem());
        both.run();

        assertThat(authorities.get().getAcceptedIssuers())
                .singleElement()
                .satisfies(issuer ->
                        assertThat(issuer.getSubjectX500Principal().getName()).isEqualTo("CN=second"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void bothPresentVersionsOfTlsAreServed(String version) throws Exception {
        try (WebServer server = serve();
                RawHttp client = connect(server, first, version)) {
            assertThat(client.send(GET).answer().status()).isEqualTo(200);
        }
    }
}
