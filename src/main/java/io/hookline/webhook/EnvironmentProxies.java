package io.hookline.webhook;

import io.hookline.http.Proxies;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Proxies as the environment names them: {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code NO_PROXY}, or the same in lower
 * case. Immutable.
 */
final class EnvironmentProxies implements Proxies {

    private final Optional<URI> http;
    private final Optional<URI> https;
    private final NoProxy direct;

    private EnvironmentProxies(Optional<URI> http, Optional<URI> https, NoProxy direct) {
        this.http = http;
        this.https = https;
        this.direct = direct;
    }

    static EnvironmentProxies of(Map<String, String> environment) {
        // A CGI program gets a request's Proxy header as HTTP_PROXY.
        Optional<URI> http = environment.containsKey("REQUEST_METHOD")
                ? Optional.empty()
                : value(environment, "HTTP_PROXY").map(EnvironmentProxies::proxy);
        Optional<URI> https = value(environment, "HTTPS_PROXY").map(EnvironmentProxies::proxy);
        return new EnvironmentProxies(
                http, https, NoProxy.parse(value(environment, "NO_PROXY").orElse("")));
    }

    @Override
    public Optional<URI> proxyFor(URI url) {
        boolean secure = "https".equalsIgnoreCase(url.getScheme());
        int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
        return direct.covers(url.getHost(), port) ? Optional.empty() : secure ? https : http;
    }

    /** Refuses a url that would have to go through a proxy we cannot speak to. */
    void check(URI url) {
        Optional<URI> proxy = proxyFor(url);
        if (proxy.isPresent() && !"http".equalsIgnoreCase(proxy.get().getScheme())) {
            throw new WebhookException(
                    "webhook URL \"" + url + "\" would have to be called through a proxy of the kind "
                            + proxy.get().getScheme() + ", which is not supported: only http proxies are");
        }
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(text -> !text.isEmpty())
                .or(() -> Optional.ofNullable(environment.get(name.toLowerCase(Locale.ROOT))))
                .filter(text -> !text.isEmpty());
    }

    /** A url, or {@code host:port}. */
    private static URI proxy(String text) {
        try {
            URI uri = new URI(text.contains("://") ? text : "http://" + text);
            if (uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            throw new WebhookException("a proxy in the environment is not a URL");
        }
        throw new WebhookException("a proxy in the environment has no host");
    }
}
