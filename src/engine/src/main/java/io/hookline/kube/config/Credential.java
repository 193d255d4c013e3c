package io.hookline.kube.config;

import io.hookline.http.BasicAuthorization;

/** The credential of the Authorization header. Implementations are thread-safe. */
public interface Credential {

    /** No header, for example because a client certificate identifies the client. */
    Credential NONE = new Fixed("");

    /**
     * Returns the header's current value; empty for no header. May read a file or run a program.
     *
     * @throws io.hookline.cluster.ClusterException.Unauthorized if there is no usable credential
     */
    String header();

    /**
     * Fetches the credential again after the server rejected it.
     *
     * @param rejected the rejected value of {@link #header}
     * @return whether there is another value to try
     */
    boolean renew(String rejected);

    /** The number of the current client certificate; it changes with each new certificate. */
    long certificate();

    /** A token that never changes. */
    static Credential token(String token) {
        return new Fixed("Bearer " + token);
    }

    /** A name and a password. */
    static Credential basic(String name, String password) {
        return new Fixed(BasicAuthorization.of(name + ":" + password));
    }

    /** Always the same value. */
    record Fixed(String header) implements Credential {
        @Override
        public long certificate() {
            return 0;
        }

        @Override
        public boolean renew(String rejected) {
            return false;
        }

        /** A text without the secret. */
        @Override
        public String toString() {
            return header.isEmpty() ? "no credential" : "a fixed credential";
        }
    }
}
