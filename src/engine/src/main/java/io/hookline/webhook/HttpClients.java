package io.hookline.webhook;

import io.hookline.http.Deadlines;
import io.hookline.http.HttpClient;
import io.hookline.http.ProxyResolver;
import io.hookline.http.TlsLayer;
import io.hookline.webhook.credential.TlsMaterial;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shares HTTP clients between hooks with equal TLS material. Thread-safe.
 *
 * <p>So the hooks of all controllers without own certificates use one connection pool. A client is retired when its last
 * lease is closed.
 */
final class HttpClients implements AutoCloseable {

    private final ProxyResolver proxies;
    private final Deadlines deadlines = new Deadlines();

    /** Guards itself and the counts of its values. */
    private final Map<TlsMaterial, Shared> clients = new HashMap<>();

    HttpClients(ProxyResolver proxies) {
        this.proxies = proxies;
    }

    /** Returns a lease of the client for this material, which is created if necessary. */
    Lease lease(TlsMaterial tls) {
        synchronized (clients) {
            Shared shared = clients.computeIfAbsent(tls, this::open);
            shared.users++;
            return new Lease(this, tls, shared);
        }
    }

    /** Aborts all calls. */
    @Override
    public void close() {
        synchronized (clients) {
            clients.values().forEach(shared -> shared.client.close());
            clients.clear();
        }
        deadlines.close();
    }

    private Shared open(TlsMaterial tls) {
        return new Shared(new HttpClient(new TlsLayer(tls::context, Optional.empty()), proxies, deadlines));
    }

    private void release(TlsMaterial tls, Shared shared) {
        synchronized (clients) {
            shared.users--;
            if (shared.users == 0) {
                clients.remove(tls, shared);
                shared.client.retire();
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

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                owner.release(tls, shared);
            }
        }
    }

    private static final class Shared {
        private final HttpClient client;
        private int users;

        Shared(HttpClient client) {
            this.client = client;
        }
    }
}
