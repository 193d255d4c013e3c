package io.hookline.spec;

import java.util.Optional;

/** How to trust a hook server and be trusted by it. Authorization and basicAuth exclude each other. */
public record Credentials(
        Optional<CaBundle> caBundle,
        Optional<ClientTls> clientTls,
        Optional<Authorization> authorization,
        Optional<BasicAuth> basicAuth) {

    /** Trust in the system's roots, and no word about who we are. */
    public static final Credentials NONE =
            new Credentials(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Which certificates may sign the server's. */
    public sealed interface CaBundle {

        /** PEM text in the controller itself. */
        record Inline(String pem) implements CaBundle {}

        /** A Secret's key, {@code ca.crt} by default. */
        record FromSecret(String namespace, String name, String key) implements CaBundle {}

        /** A ConfigMap's key, {@code ca.crt} by default. */
        record FromConfigMap(String namespace, String name, String key) implements CaBundle {}
    }

    /** A client certificate; keys are {@code tls.crt} and {@code tls.key} by default. */
    public record ClientTls(String namespace, String secret, String certKey, String privateKeyKey) {}

    /** A token; the type is {@code Bearer} by default. */
    public record Authorization(String type, String namespace, String secret, String key) {}

    /** User and password; keys are {@code username} and {@code password} by default. */
    public record BasicAuth(String namespace, String secret, String usernameKey, String passwordKey) {}
}
