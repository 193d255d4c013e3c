package io.hookline.http;

import java.net.URI;
import java.util.Locale;

/**
 * Whom a connection leads to.
 *
 * @param secure whether by TLS
 * @param host a name or an address, without the brackets of IPv6
 * @param port always given
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

    /** Written out, as is {@link #hashCode}: until the optimising compiler has seen them, those of records are slow. */
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

    /** As the Host header gives it. */
    String authority() {
        return port == standardPort(secure) ? shownHost() : hostAndPort();
    }

    /** As a proxy is asked to connect to it. */
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
