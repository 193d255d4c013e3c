package io.hookline.spec;

import java.util.Optional;

/**
 * Certificates and credentials for calls of a hook server.
 *
 * <p>A webhook can have authorization or basicAuth, not both.
 */
public record Credentials(
        Optional<CaBundle> caBundle,
        Optional<ClientTls> clientTls,
        Optional<Authorization> authorization,
        Optional<BasicAuth> basicAuth) {

    /** The certificate authorities of the system, and no credentials. */
    public static final Credentials NONE =
            new Credentials(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** The certificate authorities that are trusted for the server's certificate. */
    public sealed interface CaBundle {

        /** PEM text in the controller object. */
        record Inline(String pem) implements CaBundle {}

        /** A key of a Secret, {@code ca.crt} by default. */
        record FromSecret(String namespace, String name, String key) implements CaBundle {}

        /** A key of a ConfigMap, {@code ca.crt} by default. */
        record FromConfigMap(String namespace, String name, String key) implements CaBundle {}
    }

    /** A client certificate; keys are {@code tls.crt} and {@code tls.key} by default. */
    public record ClientTls(String namespace, String secret, String certKey, String privateKeyKey) {}

    /** A token; the type is {@code Bearer} by default. */
    public record Authorization(String type, String namespace, String secret, String key) {}

    /** User and password; keys are {@code username} and {@code password} by default. */
    public record BasicAuth(String namespace, String secret, String usernameKey, String passwordKey) {}
}
