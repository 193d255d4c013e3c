package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.javalin.http.Context;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Refuses requests that web pages in a browser on this machine send. The server has no authentication, and every page
 * that a developer visits can send requests to the loopback address.
 */
final class CallerCheck {

    /**
     * The host names of this server. A page can make its own host name resolve to this machine, but it cannot change the
     * Host header.
     */
    private static final Pattern LOCAL_HOST = Pattern.compile("(?i)(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

    /** The values that a browser sends for requests of its user and for pages of this server. */
    private static final Set<String> OWN_SITES = Set.of("none", "same-origin");

    private CallerCheck() {}

    /**
     * Refuses requests of web pages of other servers.
     *
     * @throws ClusterException.Forbidden with the header that shows the origin of the request
     */
    static void check(Context ctx) {
        String host = ctx.header("Host");
        if (host == null || !LOCAL_HOST.matcher(host).matches()) {
            throw new ClusterException.Forbidden(
                    "this API server answers requests to localhost, 127.0.0.1 and [::1] only, not to host \"" + host
                            + "\"");
        }
        String origin = ctx.header("Origin");
        if (origin != null && !origin.toLowerCase(Locale.ROOT).equals("http://" + host.toLowerCase(Locale.ROOT))) {
            throw foreign("Origin", origin);
        }
        String site = ctx.header("Sec-Fetch-Site");
        if (site != null && !OWN_SITES.contains(site)) {
            throw foreign("Sec-Fetch-Site", site);
        }
    }

    private static ClusterException foreign(String header, String value) {
        return new ClusterException.Forbidden("this API server answers no requests of web pages of other servers, and"
                + " this one has the header " + header + ": " + value);
    }
}
