package io.hookline.spec;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Which credentials a hook is called with: its own, or those that its controller keeps for the hook's host. */
public final class Endpoints {
    private Endpoints() {}

    /**
     * The credentials in force. Those of the webhook itself are never mixed with others; else the first config whose
     * host is that of the url decides. A host may be written with or without the scheme's default port.
     *
     * @return {@link Credentials#NONE} if nobody has any; also for a url without a host, which the call will report
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

    /** All ways to write the url's host. */
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

    /** Without path, query, fragment, user and password. */
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
}
