package io.hookline.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where a request goes: a server, and a place on it. Immutable. */
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
     * Where a URL leads; its path and query are sent as they are.
     *
     * @throws IllegalArgumentException if it is not an http or https URL with a host: no connection can be made for it, and
     *     another place would be asked in its stead
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
     * Another place on the same server.
     *
     * @param path with the query, from the server's root, and encoded
     */
    public RequestTarget at(String path) {
        return new RequestTarget(server, origin, path);
    }

    /** A URL that leads to the server, though not to the place. */
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
