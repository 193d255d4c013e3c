package io.hookline.web;

import java.util.regex.Pattern;

/**
 * The address on which a server listens.
 *
 * @param host a name or an IP address; {@code 0.0.0.0} stands for all interfaces
 * @param port 0 lets the system choose a free one
 */
public record Address(String host, int port) {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\..*|(0*:)+0*1");

    public Address {
        if (host.isEmpty() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "\"" + host + ":" + port + "\" is not a valid address: it needs a host and a port from 0 to 65535");
        }
    }

    /**
     * Parses {@code HOST:PORT}, {@code :PORT} or {@code PORT}; an IPv6 host must be in brackets.
     *
     * @param defaultHost used if the text has no host
     * @throws IllegalArgumentException with the text, if it has another form
     */
    public static Address parse(String text, String defaultHost) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            throw wrong(text);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            return new Address(host.isEmpty() ? defaultHost : host, port);
        } catch (NumberFormatException _) {
            throw wrong(text);
        }
    }

    /** Whether only this machine can connect. */
    public boolean isLoopback() {
        return LOOPBACK.matcher(host).matches();
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("expected HOST:PORT or PORT, was \"" + text + "\"");
    }

    /** {@code host:port}, with an IPv6 host in brackets. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
