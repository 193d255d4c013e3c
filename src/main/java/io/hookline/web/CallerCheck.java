package io.hookline.web;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Refuses requests that web pages in a browser on this machine send. For a server that listens on a loopback address and whose
 * callers need no credential: every page that a user visits can send requests there. A server with credentials needs no such
 * guess, and some of its clients would be refused, because they send the same headers as a page.
 */
public final class CallerCheck {

    /**
     * The host names of this server. A page can make its own host name resolve to this machine, but it cannot change the
     * Host header.
     */
    private static final Pattern LOCAL_HOST = Pattern.compile("(?i)(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

    /** The values that a browser sends for requests of its user and for pages of this server. */
    private static final Set<String> OWN_SITES = Set.of("none", "same-origin");

    private CallerCheck() {}

    /**
     * Returns why a request must be refused with 403; empty if it comes from a program, or from a page of this server.
     *
     * @param headers the headers of the request by name
     */
    public static Optional<String> problem(Function<String, Optional<String>> headers) {
        String host = headers.apply("Host").orElse("");
        if (!LOCAL_HOST.matcher(host).matches()) {
            return Optional.of("this server answers requests to localhost, 127.0.0.1 and [::1] only, not to host \""
                    + host + "\"");
        }
        return headers.apply("Origin")
                .filter(origin -> !isOwn(origin, host))
                .map(origin -> foreign("Origin", origin))
                .or(() -> headers.apply("Sec-Fetch-Site")
                        .filter(site -> !OWN_SITES.contains(site))
                        .map(site -> foreign("Sec-Fetch-Site", site)));
    }

    private static boolean isOwn(String origin, String host) {
        return origin.toLowerCase(Locale.ROOT).equals("http://" + host.toLowerCase(Locale.ROOT));
    }

    private static String foreign(String header, String value) {
        return "this server answers no requests of web pages of other servers, and this one has the header " + header
                + ": " + value;
    }
}
