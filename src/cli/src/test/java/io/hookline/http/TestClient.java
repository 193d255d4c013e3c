package io.hookline.http;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;

/** A client with its deadlines, and the limits of its calls. */
final class TestClient implements AutoCloseable {

    /** Long enough for any machine: calls with this limit end in another way. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int MOST = 1 << 20;

    final Deadlines deadlines = new Deadlines();
    final HttpClient http;

    TestClient() {
        this(defaultTrust(), ProxyResolver.NONE);
    }

    TestClient(TlsLayer tls, ProxyResolver proxies) {
        http = new HttpClient(tls, proxies, deadlines);
    }

    /** A client with its own resolver. */
    TestClient(DnsResolver.Resolver resolver) {
        http = new HttpClient(new DnsResolver(resolver), defaultTrust(), ProxyResolver.NONE, deadlines);
    }

    /** A lookup that blocks until it is ended. */
    static DnsResolver.Resolver searching(CountDownLatch begun, CountDownLatch end) {
        return host -> {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(host);
        };
    }

    static TlsLayer defaultTrust() {
        return new TlsLayer(SSLContext::getDefault, Optional.empty());
    }

    static Request get(String url) {
        return Request.of("GET", URI.create(url), true);
    }

    /** A request that is not repeated. */
    static Request once(String url) {
        return Request.of("POST", URI.create(url), false);
    }

    static Request.Body body(int bytes) {
        return Request.bytes("text/plain", new byte[bytes]);
    }

    Response open(Request request) throws IOException {
        return http.send(request, PATIENCE);
    }

    /** The body of the response. */
    String text(Request request) throws IOException {
        try (Response response = open(request)) {
            return new String(response.bytes(MOST), StandardCharsets.UTF_8);
        }
    }

    String text(String url) throws IOException {
        return text(get(url));
    }

    @Override
    public void close() {
        http.close();
        deadlines.close();
    }
}
