package io.hookline.server;

import io.hookline.web.tls.PeerCertificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.X509TrustManager;

/**
 * Verifies the certificates of callers. The chain is verified once for each TLS session and each set of authorities, its expiry at each
 * call, so a connection does not outlive them. Thread-safe.
 */
public final class ClientCertificates {

    private final Supplier<X509TrustManager> authorities;
    private final InstantSource clock;

    /** @param authorities the present ones: the same object as long as they are the same */
    public ClientCertificates(Supplier<X509TrustManager> authorities, InstantSource clock) {
        this.authorities = authorities;
        this.clock = clock;
    }

    /** The result of a verification of the chain. */
    private record Verdict(X509TrustManager authorities, Optional<String> problem) {}

    /** Why a caller is refused; empty if its certificate is valid. */
    Optional<String> problem(Optional<PeerCertificate> sent) {
        if (sent.isEmpty()) {
            return Optional.of("the caller sent no client certificate: set clientTLS of the webhook");
        }
        PeerCertificate peer = sent.get();
        Optional<String> time = outOfTime(peer.own());
        return time.isPresent() ? time : issuer(peer);
    }

    private Optional<String> outOfTime(X509Certificate certificate) {
        Instant now = clock.instant();
        Instant end = certificate.getNotAfter().toInstant();
        Instant start = certificate.getNotBefore().toInstant();
        if (end.isBefore(now)) {
            return Optional.of(named(certificate) + " expired at " + end + ": renew it");
        }
        return start.isAfter(now)
                ? Optional.of(named(certificate) + " is valid only from " + start + " on; here it is " + now
                        + ": compare the clocks")
                : Optional.empty();
    }

    @SuppressWarnings("ReferenceEquality") // other authorities are another object
    private Optional<String> issuer(PeerCertificate peer) {
        X509TrustManager present = authorities.get();
        Verdict known = peer.remembered(Verdict.class, certificate -> verified(certificate, present));
        boolean isPresent = known.authorities() == present;
        return (isPresent ? known : peer.compute(Verdict.class, certificate -> verified(certificate, present)))
                .problem();
    }

    private static Verdict verified(PeerCertificate peer, X509TrustManager authorities) {
        X509Certificate own = peer.own();
        try {
            authorities.checkClientTrusted(
                    peer.chain().toArray(X509Certificate[]::new),
                    own.getPublicKey().getAlgorithm());
            return new Verdict(authorities, Optional.empty());
        } catch (CertificateException e) {
            return new Verdict(
                    authorities,
                    Optional.of(named(own) + ", issued by \""
                            + own.getIssuerX500Principal().getName() + "\", is not trusted by --client-ca-file: "
                            + cause(e)));
        }
    }

    private static String named(X509Certificate certificate) {
        return "the client certificate \""
                + certificate.getSubjectX500Principal().getName() + "\"";
    }

    private static String cause(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage());
    }
}
