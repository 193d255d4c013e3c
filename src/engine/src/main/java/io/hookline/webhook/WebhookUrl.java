package io.hookline.webhook;

import io.hookline.http.Authority;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The URL of a webhook.
 *
 * @param uri the URL without user and password
 * @param shown the URL for messages: as written, with the password and the query hidden, which may be a key
 * @param userInfo {@code user:password} of the URL
 */
record WebhookUrl(URI uri, String shown, Optional<String> userInfo) {

    private static final String HIDDEN = "***";
    private static final Pattern HTTP = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);
    private static final Pattern PASSWORD = Pattern.compile("^([^/?#]*//[^/?#:@]*):[^/?#@]*@");
    private static final Pattern QUERY = Pattern.compile("\\?.+", Pattern.DOTALL);

    /** Parses a URL; refuses one that cannot be called. */
    static WebhookUrl parse(String url) {
        if (!HTTP.matcher(url)
                .lookingAt()) { // before it is parsed: without a scheme, the host and the port look like one
            throw new WebhookException(
                    "invalid webhook URL \"" + hidden(url) + "\": expected http:// or https:// at its start");
        }
        try {
            URI uri = new URI(url);
            Authority authority = Authority.of(uri)
                    .orElseThrow(() ->
                            new WebhookException("invalid webhook URL \"" + hidden(url) + "\": it has no valid host"));
            return new WebhookUrl(bare(uri), hidden(url), authority.userInfo());
        } catch (URISyntaxException e) {
            throw new WebhookException("invalid webhook URL \"" + hidden(url) + "\": " + e.getReason(), null);
        }
    }

    /** The URL for metrics: {@link #shown} without its query. */
    String label() {
        return shown.replace("?" + HIDDEN, "");
    }

    /** The path for the routes of the hook server. */
    String path() {
        String path = uri.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    /**
     * Removes user and fragment, which are never sent.
     *
     * @throws IllegalArgumentException if the URL has no host, such as {@code mailto:}
     */
    static URI bare(URI uri) {
        String host = Authority.of(uri)
                .orElseThrow(() -> new IllegalArgumentException("no host in " + uri))
                .hostAndPort();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return URI.create(uri.getScheme() + "://" + host + path + query);
    }

    /** A URL of any form as it may be shown. */
    static String hidden(String url) {
        return QUERY.matcher(PASSWORD.matcher(url).replaceFirst("$1:" + HIDDEN + "@"))
                .replaceFirst("?" + HIDDEN);
    }
}
