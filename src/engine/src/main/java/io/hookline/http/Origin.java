package io.hookline.http;

import java.net.URI;
import java.util.Locale;

/**
 * The server that a connection belongs to.
 *
 * @param secure whether it uses TLS
 * @param host a name or an address, without the brackets of IPv6
 * @param port the port, also if it is the standard one
 */
record Origin(boolean secure, String host, int port) {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    static Origin of(URI uri) {
        Authority authority = Authority.of(uri)
                .orElseThrow(() -> new IllegalArgumentException("expected a URL with a host, was \"" + uri + "\""));
        String host = authority.host();
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return new Origin(
                secure,
                (bracketed ? host.substring(1, host.length() - 1) : host).toLowerCase(Locale.ROOT),
                authority.port() < 0 ? standardPort(secure) : authority.port());
    }

    /**
     * Written by hand, like {@link #hashCode}: a record's own methods are slow until the optimising compiler has
     * compiled them.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Origin origin
                && port == origin.port
                && secure == origin.secure
                && host.equals(origin.host);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * host.hashCode() + port) + Boolean.hashCode(secure);
    }

    /** The value of the Host header. */
    String authority() {
        return port == standardPort(secure) ? shownHost() : hostAndPort();
    }

    /** The target of a CONNECT request to a proxy. */
    String hostAndPort() {
        return shownHost() + ":" + port;
    }

    private String shownHost() {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    private static int standardPort(boolean secure) {
        return secure ? HTTPS : HTTP;
    }
}
