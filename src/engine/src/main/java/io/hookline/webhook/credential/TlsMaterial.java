package io.hookline.webhook.credential;

import io.hookline.http.Pem;
import io.hookline.http.TlsLayer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The certificates of a TLS connection. Hooks with equal material share connections, so it is also a map key.
 *
 * @param roots the trusted certificate authorities as PEM; if absent, those of the system are trusted
 * @param identity the client certificate
 */
public record TlsMaterial(Optional<String> roots, Optional<Identity> identity) {

    /** The certificates of the system, without a client certificate. */
    public static final TlsMaterial NONE = new TlsMaterial(Optional.empty(), Optional.empty());

    /**
     * Creates an SSL context. Without roots it reads all certificates that the system trusts, which is slow; so it is called
     * only when the first hook or redirect needs it.
     */
    public SSLContext context() throws GeneralSecurityException {
        List<TrustManager> trust = roots.isPresent() ? Pem.trust(roots.get()) : List.of();
        Optional<KeyManager> keys =
                identity.isPresent() ? Optional.of(identity.get().keys()) : Optional.empty();
        return TlsLayer.context(trust, keys);
    }

    /** A client certificate with its private key, both PEM. */
    public record Identity(String certificates, String privateKey) {

        KeyManager keys() throws GeneralSecurityException {
            return Pem.keys(certificates, privateKey);
        }

        /** Does not contain the private key. */
        @Override
        public String toString() {
            return "Identity[certificates=" + certificates + "]";
        }
    }
}
