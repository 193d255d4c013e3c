package io.hookline.webhook;

import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLParameters;

/**
 * HTTP clients by what secures their connections, shared and counted: the hooks of all controllers without certificates of
 * their own use one pool of connections. A client goes when its last user does. Thread-safe.
 */
final class HttpClients implements AutoCloseable {

    private final EnvironmentProxies proxies;
    private final Executor executor;

    /** Guards itself and the counts in it. */
    private final Map<TlsMaterial, Shared> clients = new HashMap<>();

    HttpClients(EnvironmentProxies proxies, Executor executor) {
        this.proxies = proxies;
        this.executor = executor;
    }

    /** One more user of the client for this material. */
    Lease lease(TlsMaterial tls) {
        synchronized (clients) {
            Shared shared = clients.computeIfAbsent(tls, this::open);
            shared.users++;
            return new Lease(this, tls, shared);
        }
    }

    /** Cuts all calls. */
    @Override
    public void close() {
        synchronized (clients) {
            clients.values().forEach(shared -> shared.client.shutdownNow());
            clients.clear();
        }
    }

    private Shared open(TlsMaterial tls) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(proxies)
                .executor(executor);
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        builder.sslParameters(parameters);
        if (!tls.equals(TlsMaterial.NONE)) {
            builder.sslContext(TlsContexts.context(tls));
        }
        return new Shared(builder.build());
    }

    private void giveBack(TlsMaterial tls, Shared shared) {
        synchronized (clients) {
            shared.users--;
            if (shared.users == 0) {
                clients.remove(tls, shared);
                shared.client.shutdown(); // calls in flight end by themselves
            }
        }
    }

    /** The right to use a client until it is closed. */
    static final class Lease implements AutoCloseable {
        private final HttpClients owner;
        private final TlsMaterial tls;
        private final Shared shared;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Lease(HttpClients owner, TlsMaterial tls, Shared shared) {
            this.owner = owner;
            this.tls = tls;
            this.shared = shared;
        }

        HttpClient client() {
            return shared.client;
        }

        IdleConnections idle() {
            return shared.idle;
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                owner.giveBack(tls, shared);
            }
        }
    }

    private static final class Shared {
        private final HttpClient client;
        private final IdleConnections idle = new IdleConnections();
        private int users;

        Shared(HttpClient client) {
            this.client = client;
        }
    }
}
