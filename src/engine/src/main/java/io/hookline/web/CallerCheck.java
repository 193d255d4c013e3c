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

    private static final Set<String> READS = Set.of("GET", "HEAD");

    private CallerCheck() {}

    /**
     * Returns why a request must be refused with 403; empty if it comes from a program, or from a page of this server.
     *
     * <p>A browser sends Origin with each request that could change something. So a POST without it comes from a program, such
     * as a watcher in a container, which may know this machine under any name.
     *
     * @param method such as {@code GET}
     * @param headers the headers of the request by name
     */
    public static Optional<String> problem(String method, Function<String, Optional<String>> headers) {
        String host = headers.apply("Host").orElse("");
        Optional<String> origin = headers.apply("Origin");
        Optional<String> site = headers.apply("Sec-Fetch-Site");
        boolean maybePage = READS.contains(method) || origin.isPresent() || site.isPresent();
        if (maybePage && !LOCAL_HOST.matcher(host).matches()) {
            return Optional.of("this server answers requests to localhost, 127.0.0.1 and [::1] only, not to host \""
                    + host + "\"");
        }
        return origin.filter(each -> !isOwn(each, host))
                .map(each -> foreign("Origin", each))
                .or(() -> site.filter(each -> !OWN_SITES.contains(each)).map(each -> foreign("Sec-Fetch-Site", each)));
    }

    private static boolean isOwn(String origin, String host) {
        return origin.toLowerCase(Locale.ROOT).equals("http://" + host.toLowerCase(Locale.ROOT));
    }

    private static String foreign(String header, String value) {
        return "this server answers no requests of web pages of other servers, and this one has the header " + header
                + ": " + value;
    }
}
