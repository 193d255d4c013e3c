package io.hookline.webhook;

import io.hookline.http.Pem;
import io.hookline.http.TlsLayer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

/**
 * What decides how a connection is secured. Hooks with equal material share connections, so this is a key, too.
 *
 * @param roots PEM of the only authorities that are trusted; absent: the system's
 * @param identity who we are
 */
record TlsMaterial(Optional<String> roots, Optional<Identity> identity) {

    static final TlsMaterial NONE = new TlsMaterial(Optional.empty(), Optional.empty());

    /** Secures connections with it. */
    TlsLayer layer() {
        try {
            List<TrustManager> trust = roots.isPresent() ? Pem.trust(roots.get()) : List.of();
            Optional<KeyManager> keys =
                    identity.isPresent() ? Optional.of(identity.get().keys()) : Optional.empty();
            return TlsLayer.of(trust, keys, Optional.empty());
        } catch (GeneralSecurityException e) {
            throw new WebhookException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    /** A client certificate with its private key, both PEM. */
    record Identity(String certificates, String privateKey) {

        KeyManager keys() throws GeneralSecurityException {
            return Pem.keys(certificates, privateKey);
        }

        /** Without the key. */
        @Override
        public String toString() {
            return "Identity[certificates=" + certificates + "]";
        }
    }
}
