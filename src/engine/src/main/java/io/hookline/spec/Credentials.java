package io.hookline.spec;

import io.hookline.spec.Hooks.Webhook;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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

    /**
     * Finds the credentials for a webhook: its own, or those that its controller has for the webhook's host. If the
     * webhook has credentials, only they are used. Otherwise the first config with the URL's host is used. A host can
     * be written with or without the scheme's default port.
     *
     * @return {@link #NONE} if there are none, and for a URL without a host, which the call reports later
     */
    public static Credentials of(Webhook webhook, List<EndpointConfig> configs) {
        if (webhook.credentials().isPresent()) {
            return webhook.credentials().get();
        }
        Set<String> names = hostNames(webhook.url());
        return configs.stream()
                .filter(config -> names.contains(config.host().toLowerCase(Locale.ROOT)))
                .map(EndpointConfig::credentials)
                .findFirst()
                .orElse(NONE);
    }

    /** All forms of the URL's host, with and without the default port. */
    private static Set<String> hostNames(String url) {
        int scheme = url.indexOf("://");
        if (scheme < 0) {
            return Set.of();
        }
        String host = authority(url.substring(scheme + 3)).toLowerCase(Locale.ROOT);
        Set<String> names = new TreeSet<>();
        if (host.isEmpty()) {
            return names;
        }
        names.add(host);
        String defaultPort = switch (url.substring(0, scheme).toLowerCase(Locale.ROOT)) {
            case "https" -> ":443";
            case "http" -> ":80";
            default -> "";
        };
        if (defaultPort.isEmpty()) {
            return names;
        }
        if (!hasPort(host)) {
            names.add(host + defaultPort);
        } else if (host.endsWith(defaultPort)) {
            names.add(unbracketed(host.substring(0, host.length() - defaultPort.length())));
        }
        return names;
    }

    /** Removes path, query, fragment, user and password. */
    private static String authority(String afterScheme) {
        String authority = afterScheme.split("[/?#]", 2)[0];
        return authority.substring(authority.lastIndexOf('@') + 1);
    }

    private static boolean hasPort(String host) {
        return host.lastIndexOf(':') > host.lastIndexOf(']');
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /**
     * Credentials for all hooks of one host.
     *
     * @param host {@code host} or {@code host:port}; case does not matter
     */
    public record EndpointConfig(String host, Credentials credentials) {}
}
