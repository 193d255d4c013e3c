package io.hookline.http;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server that a URL names. {@link URI} rejects a host with an underscore, and a host whose last label starts with a
 * digit, as that of a Service in the namespace {@code 2nd} does; Go programs accept both.
 *
 * @param userInfo user and password, decoded
 * @param host as written, with the brackets of IPv6
 * @param port negative if the URL has none
 */
public record Authority(Optional<String> userInfo, String host, int port) {

    private static final Pattern LENIENT =
            Pattern.compile("(?:(?<user>[^@]*)@)?(?<host>[A-Za-z0-9._~-]+)(?::(?<port>\\d{0,5}))?");

    /** The server of a URL; empty if the URL names none. */
    public static Optional<Authority> of(URI uri) {
        if (uri.getHost() != null) {
            return Optional.of(new Authority(Optional.ofNullable(uri.getUserInfo()), uri.getHost(), uri.getPort()));
        }
        Matcher parts = LENIENT.matcher(uri.getRawAuthority() == null ? "" : uri.getRawAuthority());
        return parts.matches() ? Optional.of(lenient(parts)) : Optional.empty();
    }

    private static Authority lenient(Matcher parts) {
        Optional<String> user = Optional.ofNullable(parts.group("user"))
                .map(encoded -> URI.create("http://" + encoded + "@host").getUserInfo());
        String port = parts.group("port");
        return new Authority(user, parts.group("host"), port == null || port.isEmpty() ? -1 : Integer.parseInt(port));
    }

    /** {@code host:port}, or {@code host} without a port. */
    public String hostAndPort() {
        return port < 0 ? host : host + ":" + port;
    }
}
