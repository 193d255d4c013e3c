package io.hookline.web.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients trust the certificate of a server on this machine, and only that one. */
class SelfSignedCertificateTest {

    private static final Instant NOW = Instant.parse("2026-05-04T10:00:00Z");

    private static SelfSignedCertificate certificate(Instant now) {
        return SelfSignedCertificate.create(now, new SecureRandom());
    }

    private static WebServer serve(SelfSignedCertificate certificate) {
        return WebServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)).withTls(certificate.context()),
                routes -> routes.get("/", ctx -> ctx.result("served")));
    }

    private static SSLContext trusting(SelfSignedCertificate trusted) throws Exception {
        KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
        authorities.load(null, null);
        authorities.setCertificateEntry("server", trusted.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static String get(URI uri, SelfSignedCertificate trusted) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(trusting(trusted)).build()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void aClientThatTrustsTheCertificateConnectsByAddressAndByName(String host) throws Exception {
        SelfSignedCertificate certificate = certificate(Instant.now());
        try (WebServer server = serve(certificate)) {
            assertThat(server.uri()).hasScheme("https");
            assertThat(get(URI.create("https://" + host + ":" + server.port()), certificate))
                    .isEqualTo("served");
        }
    }

    /** The probes of a Pod are sent to its address, and do not verify its certificate. */
    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3:8080", "hooks.hookline.svc"})
    void aRequestToAHostThatTheCertificateDoesNotNameIsAnswered(String host) throws Exception {
        SelfSignedCertificate certificate = certificate(Instant.now());
        try (WebServer server = serve(certificate);
                Socket socket = trusting(certificate).getSocketFactory().createSocket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("served");
        }
    }

    @Test
    void aClientThatTrustsAnotherCertificateRefusesTheServer() {
        try (WebServer server = serve(certificate(Instant.now()))) {
            assertThatThrownBy(() -> get(server.uri(), certificate(Instant.now())))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void theCertificateIsValidForAYearAndForClientsWhoseClockIsLate() {
        var certificate = certificate(NOW).certificate();

        assertThat(certificate.getNotBefore()).isEqualTo(Date.from(Instant.parse("2026-05-03T10:00:00Z")));
        assertThat(certificate.getNotAfter()).isEqualTo(Date.from(Instant.parse("2027-05-04T10:00:00Z")));
    }

    @Test
    void datesAfter2049HaveFourDigitsOfTheYear() {
        var certificate = certificate(Instant.parse("2049-06-01T00:00:00Z")).certificate();

        assertThat(certificate.getNotBefore()).isEqualTo(Date.from(Instant.parse("2049-05-31T00:00:00Z")));
        assertThat(certificate.getNotAfter()).isEqualTo(Date.from(Instant.parse("2050-06-01T00:00:00Z")));
    }

    /** Python verifies strictly since 3.13, with the same library. */
    @Test
    void strictVerificationAcceptsTheCertificate(@TempDir Path folder) throws IOException {
        String file = Files.writeString(
                        folder.resolve("server.pem"), certificate(Instant.now()).pem())
                .toString();
        List<String> command = List.of(
                "openssl",
                "verify",
                "-x509_strict",
                "-purpose",
                "sslserver",
                "-verify_ip",
                "127.0.0.1",
                "-CAfile",
                file);
        Process process;
        try {
            process = new ProcessBuilder(
                            Stream.concat(command.stream(), Stream.of(file)).toList())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "openssl does not run: " + e);
            return;
        }

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .endsWith("server.pem: OK\n");
    }
}
