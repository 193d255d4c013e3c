package io.hookline.spec;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

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

    /** A Secret or a ConfigMap. */
    public record Source(Kind kind, String namespace, String name) {

        /** The kinds of objects that can contain certificates and credentials. */
        public enum Kind {
            SECRET,
            CONFIG_MAP
        }

        private static Source secret(String namespace, String name) {
            return new Source(Kind.SECRET, namespace, name);
        }
    }

    /** The Secrets and ConfigMaps that are named here. */
    public Set<Source> sources() {
        Set<Source> all = new LinkedHashSet<>();
        caBundle.ifPresent(bundle -> {
            switch (bundle) {
                case CaBundle.Inline _ -> {}
                case CaBundle.FromSecret(String namespace, String name, String _) ->
                    all.add(Source.secret(namespace, name));
                case CaBundle.FromConfigMap(String namespace, String name, String _) ->
                    all.add(new Source(Source.Kind.CONFIG_MAP, namespace, name));
            }
        });
        clientTls.ifPresent(tls -> all.add(Source.secret(tls.namespace(), tls.secret())));
        authorization.ifPresent(token -> all.add(Source.secret(token.namespace(), token.secret())));
        basicAuth.ifPresent(user -> all.add(Source.secret(user.namespace(), user.secret())));
        return all;
    }
}
