package io.hookline.spec;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Finds the credentials for a webhook: its own, or those that its controller has for the webhook's host. */
public final class Endpoints {
    private Endpoints() {}

    /**
     * Returns the credentials for a webhook. If the webhook has credentials, only they are used. Otherwise the first
     * config with the URL's host is used. A host can be written with or without the scheme's default port.
     *
     * @return {@link Credentials#NONE} if there are none, and for a URL without a host, which the call reports later
     */
    public static Credentials credentials(Webhook webhook, List<EndpointConfig> configs) {
        if (webhook.credentials().isPresent()) {
            return webhook.credentials().get();
        }
        Set<String> names = hostNames(webhook.url());
        return configs.stream()
                .filter(config -> names.contains(config.host().toLowerCase(Locale.ROOT)))
                .map(EndpointConfig::credentials)
                .findFirst()
                .orElse(Credentials.NONE);
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
