package io.hookline.webhook;

import java.util.Optional;

/**
 * What decides how a connection is secured. Hooks with equal material share connections, so this is a key, too.
 *
 * @param roots PEM of the only authorities that are trusted; absent: the system's
 * @param identity who we are
 */
record TlsMaterial(Optional<String> roots, Optional<Identity> identity) {

    static final TlsMaterial NONE = new TlsMaterial(Optional.empty(), Optional.empty());

    /** A client certificate with its private key, both PEM. */
    record Identity(String certificates, String privateKey) {
        /** Without the key. */
        @Override
        public String toString() {
            return "Identity[certificates=" + certificates + "]";
        }
    }
}
