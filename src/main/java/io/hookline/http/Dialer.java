package io.hookline.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/** Makes connections: to the server itself, or through a proxy. */
record Dialer(TlsLayer tls, Proxies proxies, Deadlines deadlines, ConnectionPool pool) {

    private static final int OK = 200;

    /** A connection that is ready for a request to this place, and may be used until then. */
    HttpConnection dial(URI target, Limit limit) throws ConnectFailure {
        Origin origin = Origin.of(target);
        Optional<URI> proxy = proxies.proxyFor(target);
        try {
            SocketChannel channel = connect(proxy.map(Origin::of).orElse(origin), limit);
            HttpConnection connection = new HttpConnection(channel, deadlines, ended -> pool.remove(origin, ended));
            pool.add(connection);
            return prepared(connection, origin, proxy, limit);
        } catch (IOException e) {
            throw new ConnectFailure(e);
        }
    }

    /** What a proxy that passes requests on, rather than bytes, wants to hear with each. */
    Optional<String> proxyAuthorization(URI target) {
        return Origin.of(target).secure()
                ? Optional.empty()
                : proxies.proxyFor(target).map(URI::getUserInfo).map(Dialer::basic);
    }

    /** Whether requests to this place name the whole URL, for the proxy that passes them on. */
    boolean isPassedOn(URI target) {
        return !Origin.of(target).secure() && proxies.proxyFor(target).isPresent();
    }

    private HttpConnection prepared(HttpConnection connection, Origin origin, Optional<URI> proxy, Limit limit)
            throws IOException {
        connection.limit(limit.left(), limit.whole());
        boolean ready = false;
        try {
            connection.bind();
            if (origin.secure()) {
                if (proxy.isPresent()) {
                    tunnel(connection, origin, proxy.get());
                }
                connection.bind(tls.over(connection.socket(), origin));
            }
            ready = true;
            return connection;
        } catch (IOException e) {
            throw connection.reason(e);
        } finally {
            if (!ready) {
                connection.release();
                connection.close();
            }
        }
    }

    private static void tunnel(HttpConnection connection, Origin origin, URI proxy) throws IOException {
        BasicClassicHttpRequest request = new BasicClassicHttpRequest("CONNECT", origin.hostAndPort());
        request.addHeader("Host", origin.hostAndPort());
        if (proxy.getUserInfo() != null) {
            request.addHeader("Proxy-Authorization", basic(proxy.getUserInfo()));
        }
        ClassicHttpResponse response = connection.exchange(request);
        if (response.getCode() != OK) {
            throw new IOException("the proxy " + Origin.of(proxy).hostAndPort() + " did not connect to "
                    + origin.hostAndPort() + ": status " + response.getCode());
        }
    }

    /** Tries one address after the other, each with its share of the time. */
    private static SocketChannel connect(Origin origin, Limit limit) throws IOException {
        InetAddress[] addresses = InetAddress.getAllByName(origin.host());
        IOException first = null;
        for (int i = 0; i < addresses.length; i++) {
            long share = limit.left() / (addresses.length - i);
            try {
                return connect(new InetSocketAddress(addresses[i], origin.port()), share);
            } catch (IOException e) {
                first = first == null ? e : first;
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
            }
        }
        throw first == null ? new IOException("no address for " + origin.host()) : first;
    }

    private static SocketChannel connect(InetSocketAddress address, long nanos) throws IOException {
        SocketChannel channel = SocketChannel.open();
        boolean connected = false;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            // 0 would be no limit
            channel.socket().connect(address, (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
            connected = true;
            return channel;
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }

    private static String basic(String userInfo) {
        return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
    }

    /** A moment, and how long it was away at first. */
    record Limit(long at, Duration whole) {
        static Limit after(Duration whole) {
            return new Limit(System.nanoTime() + whole.toNanos(), whole);
        }

        long left() {
            return at - System.nanoTime();
        }
    }
}
