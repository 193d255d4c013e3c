package io.hookline.http;

import io.hookline.http.ConnectTrace.Event;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.net.URIAuthority;

/** Makes connections: directly to the server, or through a proxy. */
record Dialer(DnsResolver resolver, TlsLayer tls, ProxyResolver proxies, Deadlines deadlines, ConnectionPool pool) {

    private static final int HUNDRED = 100;
    private static final int SUCCESS = 2;

    /** Returns a connection that is ready for a request to this target, and is cut at the limit. */
    HttpConnection dial(RequestTarget target, Limit limit, ConnectTrace trace) throws ConnectFailure {
        Origin origin = target.origin();
        Optional<URI> proxy = proxies.proxyFor(target.server());
        try {
            Origin first = proxy.map(Origin::of).orElse(origin);
            List<InetAddress> addresses = addresses(first.host(), limit, trace);
            return prepared(connect(addresses, first.port(), origin, limit), origin, proxy, limit, trace);
        } catch (IOException e) {
            throw new ConnectFailure(origin, e);
        }
    }

    private List<InetAddress> addresses(String host, Limit limit, ConnectTrace trace) throws IOException {
        if (DnsResolver.isAddress(host)) {
            return resolver.addresses(host, limit);
        }
        trace.at(Event.DNS_START, limit.used());
        try {
            return resolver.addresses(host, limit);
        } finally {
            trace.at(Event.DNS_DONE, limit.used());
        }
    }

    private HttpConnection prepared(
            HttpConnection connection, Origin origin, Optional<URI> proxy, Limit limit, ConnectTrace trace)
            throws IOException {
        boolean ready = false;
        try {
            connection.limit(limit);
            if (origin.secure()) {
                if (proxy.isPresent()) {
                    tunnel(connection, origin, proxy.get());
                }
                secure(connection, origin, limit, trace);
            } else if (proxy.isPresent()) {
                connection.useForwardProxy(authorization(proxy.get()));
            }
            ready = true;
            return connection;
        } catch (IOException e) {
            throw connection.reason(e);
        } finally {
            if (!ready) {
                connection.close();
            }
        }
    }

    private void secure(HttpConnection connection, Origin origin, Limit limit, ConnectTrace trace) throws IOException {
        trace.at(Event.TLS_HANDSHAKE_START, limit.used());
        try {
            connection.secure(tls, origin);
        } finally {
            trace.at(Event.TLS_HANDSHAKE_DONE, limit.used());
        }
    }

    private static void tunnel(HttpConnection connection, Origin origin, URI proxy) throws IOException {
        // with fewer arguments the library would parse the target as a URL, and its host as the scheme
        BasicClassicHttpRequest request =
                new BasicClassicHttpRequest("CONNECT", null, (URIAuthority) null, origin.hostAndPort());
        request.addHeader("Host", origin.hostAndPort());
        authorization(proxy).ifPresent(value -> request.addHeader("Proxy-Authorization", value));
        ClassicHttpResponse response = connection.exchange(request);
        if (response.getCode() / HUNDRED != SUCCESS) {
            throw new IOException("the proxy " + Origin.of(proxy).hostAndPort() + " did not connect to "
                    + origin.hostAndPort() + ": status " + response.getCode());
        }
    }

    /** Tries one address after the other, each with its share of the time. */
    private HttpConnection connect(List<InetAddress> addresses, int port, Origin origin, Limit limit)
            throws IOException {
        IOException first = null;
        for (int i = 0; i < addresses.size(); i++) {
            long share = limit.left() / (addresses.size() - i);
            try {
                return connect(new InetSocketAddress(addresses.get(i), port), origin, share);
            } catch (IOException e) {
                first = first == null ? e : first;
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
            }
        }
        throw first == null ? new IOException("no address for " + origin.host()) : first;
    }

    private HttpConnection connect(InetSocketAddress address, Origin origin, long nanos) throws IOException {
        HttpConnection connection = new HttpConnection(deadlines, ended -> pool.remove(origin, ended));
        boolean connected = false;
        try {
            pool.add(connection);
            // 0 would mean no limit
            connection.connect(address, Math.clamp(TimeUnit.NANOSECONDS.toMillis(nanos), 1, Integer.MAX_VALUE));
            connected = true;
            return connection;
        } catch (IOException e) {
            throw connection.reason(e);
        } finally {
            if (!connected) {
                connection.close();
            }
        }
    }

    private static Optional<String> authorization(URI proxy) {
        return Authority.of(proxy).flatMap(Authority::userInfo).map(Dialer::basic);
    }

    /** The colon is required even without a password. */
    private static String basic(String userInfo) {
        String both = userInfo.indexOf(':') < 0 ? userInfo + ":" : userInfo;
        return BasicAuthorization.of(both);
    }

    /**
     * A point in time, and the whole time that was allowed until then.
     *
     * @param allowed how long the call may take from now on for another reason, in nanoseconds; may grow and shrink
     * @param needsPermission whether there is such a reason
     */
    record Limit(long deadline, Duration whole, LongSupplier allowed, boolean needsPermission) {

        static Limit after(Duration whole) {
            return new Limit(System.nanoTime() + whole.toNanos(), whole, () -> Long.MAX_VALUE, false);
        }

        static Limit after(Duration whole, LongSupplier allowed) {
            return new Limit(System.nanoTime() + whole.toNanos(), whole, allowed, true);
        }

        long left() {
            return Math.min(deadline - System.nanoTime(), allowed.getAsLong());
        }

        /** The time since the start. */
        Duration used() {
            return whole.minusNanos(left());
        }
    }
}
