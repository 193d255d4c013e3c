package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.http.KeyPairs;
import io.hookline.http.Pem;
import io.hookline.web.tls.PeerCertificate;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which client certificates may call hooks. */
class ClientCertificatesTest {

    private static KeyPairs.Pair watcher;
    private static KeyPairs.Pair other;

    private final AtomicReference<X509TrustManager> authorities = new AtomicReference<>();

    @BeforeAll
    static void generate() throws Exception {
        watcher = KeyPairs.ec("watcher");
        other = KeyPairs.ec("other");
    }

    private static X509TrustManager trusting(KeyPairs.Pair pair) throws GeneralSecurityException {
        return (X509TrustManager) Pem.trust(pair.certificatePem()).getFirst();
    }

    private static Optional<PeerCertificate> sent(KeyPairs.Pair pair) throws GeneralSecurityException {
        SSLSession session = SSLContext.getDefault().createSSLEngine().getSession();
        return Optional.of(new PeerCertificate(Pem.certificates(pair.certificatePem()), session));
    }

    private ClientCertificates at(Instant now) {
        return new ClientCertificates(authorities::get, InstantSource.fixed(now));
    }

    @Test
    void aCertificateOfAnAuthorityIsAccepted() throws Exception {
        authorities.set(trusting(watcher));

        assertThat(at(Instant.now()).problem(sent(watcher))).isEmpty();
    }

    @Test
    void aCallerWithoutACertificateIsToldWhatIsMissing() {
        assertThat(at(Instant.now()).problem(Optional.empty()))
                .hasValue("the caller sent no client certificate: set clientTLS of the webhook");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefusedByName() throws Exception {
        authorities.set(trusting(watcher));

        assertThat(at(Instant.now()).problem(sent(other)))
                .hasValueSatisfying(
                        problem -> assertThat(problem)
                                .startsWith(
                                        "the client certificate \"CN=other\", issued by \"CN=other\", is not trusted by --client-ca-file: "));
    }

    @Test
    void anExpiredCertificateIsRefusedWithItsTimeAlsoOnAnOpenConnection() throws Exception {
        authorities.set(trusting(watcher));
        Optional<PeerCertificate> sent = sent(watcher);
        assertThat(at(Instant.now()).problem(sent)).isEmpty();
        Instant expiry = sent.orElseThrow().own().getNotAfter().toInstant();

        assertThat(at(expiry.plusSeconds(1)).problem(sent))
                .hasValue("the client certificate \"CN=watcher\" expired at " + expiry + ": renew it");
        assertThat(at(Instant.now().minus(Duration.ofDays(1))).problem(sent))
                .hasValueSatisfying(
                        problem -> assertThat(problem).contains(" is valid only from ", "compare the clocks"));
    }

    @Test
    void newAuthoritiesApplyToOpenConnections() throws Exception {
        authorities.set(trusting(watcher));
        ClientCertificates certificates = at(Instant.now());
        Optional<PeerCertificate> sent = sent(watcher);
        assertThat(certificates.problem(sent)).isEmpty();

        authorities.set(trusting(other));
        assertThat(certificates.problem(sent)).isPresent();

        authorities.set(trusting(watcher));
        assertThat(certificates.problem(sent)).isEmpty();
    }
}
