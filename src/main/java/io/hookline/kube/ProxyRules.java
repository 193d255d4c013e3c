package io.hookline.kube;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * Through which proxy a server is reached: the kubeconfig's {@code proxy-url}, else {@code HTTPS_PROXY} or {@code
 * HTTP_PROXY} by the server's scheme unless {@code NO_PROXY} names its host. As in Go, this machine itself is never
 * reached through a proxy from the environment.
 */
record ProxyRules(KubeEnvironment environment) {

    /** The proxy's URL, empty for a direct connection. */
    Optional<String> proxyFor(URI server, String proxyUrl) {
        if (!proxyUrl.isEmpty()) {
            return Optional.of(proxyUrl);
        }
        String host = server.getHost().toLowerCase(Locale.ROOT);
        if (host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]") || isExcepted(host)) {
            return Optional.empty();
        }
        String name = server.getScheme().equals("https") ? "HTTPS_PROXY" : "HTTP_PROXY";
        return either(name).map(url -> url.contains("://") ? url : "http://" + url);
    }

    private Optional<String> either(String name) {
        return environment.variable(name).or(() -> environment.variable(name.toLowerCase(Locale.ROOT)));
    }

    private boolean isExcepted(String host) {
        for (String entry :
                either("NO_PROXY").orElse("").toLowerCase(Locale.ROOT).split("[,\\s]+", -1)) {
            if (!entry.isEmpty() && matches(entry, host)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String entry, String host) {
        if (entry.equals("*")) {
            return true;
        }
        int slash = entry.indexOf('/');
        if (slash > 0) {
            return isLiteral(host) && contains(entry.substring(0, slash), entry.substring(slash + 1), host);
        }
        String domain = entry.startsWith("*.") ? entry.substring(1) : entry;
        return domain.startsWith(".") ? host.endsWith(domain) : host.equals(domain) || host.endsWith("." + domain);
    }

    private static boolean isLiteral(String host) {
        return host.startsWith("[") || host.matches("[0-9.]+");
    }

    private static boolean contains(String network, String bits, String host) {
        try {
            byte[] net = InetAddress.ofLiteral(network).getAddress();
            byte[] address = InetAddress.getByName(host).getAddress();
            int length = Integer.parseInt(bits);
            if (net.length != address.length || length > net.length * 8) {
                return false;
            }
            for (int bit = 0; bit < length; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((net[bit / 8] & mask) != (address[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException | IllegalArgumentException _) {
            return false;
        }
    }
}
