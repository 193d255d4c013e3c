package io.hookline.webhook;

import io.hookline.http.Authority;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * A hook's url.
 *
 * @param uri without user and password
 * @param shown for messages and metrics: as written, but for a password
 * @param userInfo {@code user:password} that stood in the url
 */
record WebhookUrl(URI uri, String shown, Optional<String> userInfo) {

    /** Refuses what cannot be called. */
    static WebhookUrl parse(String url) {
        try {
            URI uri = new URI(url);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (!scheme.equals("http") && !scheme.equals("https")) {
                throw new WebhookException("invalid webhook URL \"" + hidden(url) + "\": expected http:// or https://");
            }
            Authority authority = Authority.of(uri)
                    .orElseThrow(() ->
                            new WebhookException("invalid webhook URL \"" + hidden(url) + "\": it has no valid host"));
            return new WebhookUrl(bare(uri), hidden(url), authority.userInfo());
        } catch (URISyntaxException e) {
            throw new WebhookException("invalid webhook URL \"" + hidden(url) + "\": " + e.getReason(), null);
        }
    }

    /** Path as a hook server routes it. */
    String path() {
        String path = uri.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    /**
     * Without user and fragment, which are never sent.
     *
     * @throws IllegalArgumentException if it has no host, as {@code mailto:} has none
     */
    static URI bare(URI uri) {
        String host = Authority.of(uri)
                .orElseThrow(() -> new IllegalArgumentException("no host in " + uri))
                .hostAndPort();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return URI.create(uri.getScheme() + "://" + host + path + query);
    }

    private static String hidden(String url) {
        return url.replaceFirst("^([^/?#]*//[^/?#:@]*):[^/?#@]*@", "$1:***@");
    }
}
