import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Decides about a certificate that an authority signs. It is replaced if it is due, or does not match the spec or the authority. */
record Leaf(Certificate parent, Instant now, Issuance issuance) {

    Content desired(Content held, Content issuer) throws GeneralSecurityException {
        Issued authority = issuer.active().orElseThrow();
        Issued leaf = held.active().orElse(null);
        if (leaf == null || !isCurrent(leaf, authority)) {
            leaf = issuance.leaf(authority, parent.spec().commonName(), dnsNames(), now, parent.duration());
        }
        return new Content(Optional.of(leaf), Optional.empty(), issuer.trusted());
    }

    Duration nextChange(Content content) {
        return Issuance.until(content.active().orElseThrow().renewal(parent.renewBefore()), now);
    }

    private boolean isCurrent(Issued leaf, Issued authority) throws CertificateParsingException {
        X509Certificate certificate = leaf.certificate();
        return isSignedBy(authority, certificate)
                && certificate
                        .getSubjectX500Principal()
                        .equals(Issuance.subject(parent.spec().commonName()))
                && dnsNames(certificate).equals(dnsNames())
                && leaf.notAfter().equals(Issuance.end(authority, leaf.notBefore(), parent.duration()))
                && now.isBefore(leaf.renewal(parent.renewBefore()));
    }

    private static boolean isSignedBy(Issued authority, X509Certificate certificate) {
        try {
            certificate.verify(authority.certificate().getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private List<String> dnsNames() {
        return Objects.requireNonNullElse(parent.spec().dnsNames(), List.of());
    }

    private static List<String> dnsNames(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> names =
                Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.<List<?>>of());
        return names.stream().map(name -> (String) name.get(1)).toList();
    }
}
