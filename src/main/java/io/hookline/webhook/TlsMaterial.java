package io.hookline.webhook;

import io.hookline.http.Pem;
import io.hookline.http.TlsLayer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * What decides how a connection is secured. Hooks with equal material share connections, so this is a key, too.
 *
 * @param roots PEM of the only authorities that are trusted; absent: the system's
 * @param identity who we are
 */
record TlsMaterial(Optional<String> roots, Optional<Identity> identity) {

    static final TlsMaterial NONE = new TlsMaterial(Optional.empty(), Optional.empty());

    /**
     * Makes a context of it. Without roots that means to read all that the system trusts, so it waits for the first hook, or
     * redirect, that needs it.
     */
    SSLContext context() throws GeneralSecurityException {
        List<TrustManager> trust = roots.isPresent() ? Pem.trust(roots.get()) : List.of();
        Optional<KeyManager> keys =
                identity.isPresent() ? Optional.of(identity.get().keys()) : Optional.empty();
        return TlsLayer.context(trust, keys);
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
