package io.hookline.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A server, and a path on it. Immutable. */
public final class RequestTarget {

    private final URI server;
    private final Origin origin;
    private final String place;

    private RequestTarget(URI server, Origin origin, String place) {
        this.server = server;
        this.origin = origin;
        this.place = place;
    }

    /**
     * The target of a URL; its path and query are sent unchanged.
     *
     * @throws IllegalArgumentException if it is not an http or https URL with a host: no connection can be made for it,
     *     or the request would reach another server
     */
    public static RequestTarget of(URI uri) {
        if (Authority.of(uri).isEmpty()
                || !("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))) {
            throw new IllegalArgumentException("expected an http or https URL with a host, was \"" + uri + "\"");
        }
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new RequestTarget(uri, Origin.of(uri), path + query);
    }

    /**
     * Returns another path on the same server.
     *
     * @param path with the query, from the server's root, and encoded
     * @throws IllegalArgumentException if it is not encoded: it could end the request line and begin another request
     */
    public RequestTarget at(String path) {
        if (path.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
            throw new IllegalArgumentException("the path of a request is not encoded");
        }
        return new RequestTarget(server, origin, path);
    }

    /** Whether another target is on the same server: with the same scheme, host and port. */
    public boolean isOnServerOf(RequestTarget other) {
        return origin.equals(other.origin);
    }

    /** A URL of the server; its path does not matter. */
    URI server() {
        return server;
    }

    Origin origin() {
        return origin;
    }

    /** Path and query. */
    String place() {
        return place;
    }

    /** Percent-encodes one segment of a path, or a name or value of a query. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
