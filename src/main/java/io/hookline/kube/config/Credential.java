package io.hookline.kube.config;

import io.hookline.http.BasicAuthorization;

/** Who we say we are in the Authorization header. Implementations are thread-safe. */
public interface Credential {

    /** Nothing to say: a client certificate may speak for us. */
    Credential NONE = new Fixed("");

    /**
     * The header's value now; empty for no header. May read a file or run a program.
     *
     * @throws io.hookline.cluster.ClusterException.Unauthorized when there is none to be had
     */
    String header();

    /**
     * Fetches anew after the server refused a value.
     *
     * @param rejected what {@link #header} had given
     * @return whether there is another value to try
     */
    boolean renew(String rejected);

    /** Which client certificate goes with it: another number for each that it had. */
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

        /** Without the secret. */
        @Override
        public String toString() {
            return header.isEmpty() ? "no credential" : "a fixed credential";
        }
    }
}
