package io.hookline.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * The proxies of the environment: {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code NO_PROXY}, or the same in lower
 * case. They have the same meaning as in Go programs. Immutable.
 */
public final class EnvironmentProxies implements ProxyResolver {

    private final Optional<Setting> http;
    private final Optional<Setting> https;
    private final NoProxy direct;

    /** Reads the variables. A wrong value is reported when a proxy is needed, or by {@link #check}. */
    public EnvironmentProxies(Map<String, String> environment) {
        // A CGI program gets a request's Proxy header as HTTP_PROXY.
        boolean cgi = !environment.getOrDefault("REQUEST_METHOD", "").isEmpty();
        http = cgi ? Optional.empty() : setting(environment, "HTTP_PROXY");
        https = setting(environment, "HTTPS_PROXY");
        direct = NoProxy.parse(
                setting(environment, "NO_PROXY").map(Setting::text).orElse(""));
    }

    @Override
    public Optional<URI> proxyFor(URI target) {
        Origin origin = Origin.of(target);
        return direct.covers(origin) ? Optional.empty() : (origin.secure() ? https : http).map(Setting::usable);
    }

    /**
     * Checks that the values are URLs. Their scheme is not checked: a proxy that is never used does no harm.
     *
     * @throws IllegalArgumentException if one is not a URL
     */
    public void check() {
        http.ifPresent(Setting::url);
        https.ifPresent(Setting::url);
    }

    private static Optional<Setting> setting(Map<String, String> environment, String variable) {
        return Stream.of(variable, variable.toLowerCase(Locale.ROOT))
                .map(name -> new Setting(name, environment.getOrDefault(name, "")))
                .filter(setting -> !setting.text().isBlank())
                .findFirst();
    }

    /** The value of a variable. Messages name only the variable, since the value may contain a password. */
    private record Setting(String variable, String text) {

        /** The value may also be {@code host:port}. */
        URI url() {
            try {
                URI url = new URI(text.contains("://") ? text : "http://" + text);
                if (Authority.of(url).isPresent()) {
                    return url;
                }
            } catch (URISyntaxException _) {
                // reported below, without its message, which would contain the value
            }
            throw new IllegalArgumentException(
                    variable + " of the environment: expected a URL with a host, such as http://host:3128");
        }

        URI usable() {
            URI url = url();
            if (!"http".equalsIgnoreCase(url.getScheme())) {
                throw new IllegalArgumentException(variable + " of the environment names a proxy of the kind "
                        + url.getScheme() + ", which is not supported: only http proxies are");
            }
            return url;
        }
    }

    /**
     * The hosts that are called without a proxy, as NO_PROXY lists them: names with their subdomains, {@code .name} or
     * {@code *.name} for subdomains only, addresses, address ranges, or {@code *} for all. Names and addresses may have
     * a port. This machine is always called without a proxy.
     */
    static final class NoProxy {

        private final List<BiPredicate<String, Integer>> rules;

        private NoProxy(List<BiPredicate<String, Integer>> rules) {
            this.rules = List.copyOf(rules);
        }

        static NoProxy parse(String list) {
            List<BiPredicate<String, Integer>> rules = new ArrayList<>();
            for (String entry : list.toLowerCase(Locale.ROOT).split(",", -1)) {
                rule(entry.strip()).ifPresent(rules::add);
            }
            return new NoProxy(rules);
        }

        /** Whether this host is called without a proxy. */
        boolean covers(Origin origin) {
            String name = origin.host();
            boolean loopback = address(name).map(InetAddress::isLoopbackAddress).orElse(name.equals("localhost"));
            return loopback || rules.stream().anyMatch(rule -> rule.test(name, origin.port()));
        }

        private static Optional<BiPredicate<String, Integer>> rule(String entry) {
            if (entry.equals("*")) {
                return Optional.of((_, _) -> true);
            }
            if (entry.contains("/")) {
                return range(entry);
            }
            boolean hasPort =
                    entry.startsWith("[") ? entry.contains("]:") : entry.indexOf(':') == entry.lastIndexOf(':');
            int colon = hasPort ? entry.lastIndexOf(':') : -1;
            String host = unbracketed(colon < 0 ? entry : entry.substring(0, colon));
            String port = colon < 0 ? "" : entry.substring(colon + 1);
            if (host.isEmpty()) {
                return Optional.empty();
            }
            BiPredicate<String, Integer> hosts = address(host)
                    .map(NoProxy::oneAddress)
                    .orElseGet(() -> names(host.startsWith("*.") ? host.substring(1) : host));
            return Optional.of(hosts.and((_, p) -> port.isEmpty() || port.equals(String.valueOf(p))));
        }

        private static BiPredicate<String, Integer> oneAddress(InetAddress wanted) {
            return (host, _) -> address(host).filter(wanted::equals).isPresent();
        }

        private static BiPredicate<String, Integer> names(String name) {
            if (name.startsWith(".")) {
                return (host, _) -> host.endsWith(name);
            }
            return (host, _) -> host.equals(name) || host.endsWith("." + name);
        }

        private static Optional<BiPredicate<String, Integer>> range(String entry) {
            int slash = entry.indexOf('/');
            Optional<InetAddress> base = address(entry.substring(0, slash));
            String bits = entry.substring(slash + 1);
            if (base.isEmpty() || !bits.matches("\\d{1,3}")) {
                return Optional.empty();
            }
            byte[] network = base.get().getAddress();
            int length = Integer.parseInt(bits);
            return Optional.of((host, _) -> address(host)
                    .filter(address -> startsAlike(address.getAddress(), network, length))
                    .isPresent());
        }

        private static boolean startsAlike(byte[] address, byte[] network, int bits) {
            if (address.length != network.length || bits > network.length * 8) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> bit % 8;
                if (((address[bit / 8] ^ network[bit / 8]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }

        private static String unbracketed(String host) {
            return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        }

        /** An address in numeric form; names are not looked up. */
        private static Optional<InetAddress> address(String host) {
            try {
                boolean numeric = host.contains(":") || host.matches("\\d+\\.\\d+\\.\\d+\\.\\d+");
                return numeric ? Optional.of(InetAddress.getByName(host)) : Optional.empty();
            } catch (UnknownHostException _) {
                return Optional.empty();
            }
        }
    }
}
