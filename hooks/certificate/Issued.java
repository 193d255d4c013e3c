import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A certificate with its private key. */
record Issued(X509Certificate certificate, PrivateKey key) {

    /** Reads both in PEM; empty if one is missing or invalid, or if the key is that of another certificate. */
    static Optional<Issued> read(String certificate, String key) {
        try {
            Issued issued = new Issued(Pem.certificates(certificate).getFirst(), Pem.key(key));
            return issued.keyFits() ? Optional.of(issued) : Optional.empty();
        } catch (GeneralSecurityException | RuntimeException e) {
            return Optional.empty(); // someone wrote something else: the caller replaces it
        }
    }

    private boolean keyFits() throws GeneralSecurityException {
        byte[] probe = {1, 2, 3};
        Signature signature = Signature.getInstance(Issuance.ALGORITHM);
        signature.initSign(key);
        signature.update(probe);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(probe);
        return signature.verify(signed);
    }

    Instant notBefore() {
        return certificate.getNotBefore().toInstant();
    }

    Instant notAfter() {
        return certificate.getNotAfter().toInstant();
    }

    /** When to renew. A certificate with a shorter life, because its authority expires, is renewed after two thirds of it. */
    Instant renewal(Duration before) {
        Duration life = Duration.between(notBefore(), notAfter());
        return before.compareTo(life) < 0
                ? notAfter().minus(before)
                : notBefore().plus(life.multipliedBy(2).dividedBy(3));
    }
}
