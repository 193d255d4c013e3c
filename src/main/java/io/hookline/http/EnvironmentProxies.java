package io.hookline.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
}
