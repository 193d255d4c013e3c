package io.hookline.kube;

import io.hookline.http.Deadlines;
import io.hookline.http.HttpClient;
import io.hookline.http.TlsLayer;
import io.hookline.kube.config.KubeconfigException;
import io.hookline.kube.config.RestConfig;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/**
 * The HTTP client of a connection, replaced when a credential plugin returns another certificate: a server identifies
 * the user of a request by the certificate with which its connection, or a resumed TLS session, was opened.
 * Thread-safe.
 */
final class RotatingHttpClient implements AutoCloseable {

    private final RestConfig connection;
    private final Deadlines deadlines = new Deadlines();

    /** Clients with open requests or watches; the last one is the current client. Guards itself. */
    private final List<HttpClient> clients = new ArrayList<>();

    private volatile Current current;

    private record Current(long certificate, HttpClient client) {}

    /**
     * Makes no connection yet.
     *
     * @throws KubeconfigException if certificates or keys cannot be used
     */
    RotatingHttpClient(RestConfig connection) {
        this.connection = connection;
        this.current = open(connection.credential().certificate());
    }

    /** Returns the client for the current certificate. */
    HttpClient get() {
        Current known = current;
        return known.certificate() == connection.credential().certificate() ? known.client() : renewed();
    }

    private HttpClient renewed() {
        synchronized (clients) {
            long certificate = connection.credential().certificate();
            if (current.certificate() != certificate) {
                current.client().retire();
                clients.removeIf(HttpClient::isUnused);
                current = open(certificate);
            }
            return current.client();
        }
    }

    private Current open(long certificate) {
        HttpClient client = new HttpClient(layer(), connection.proxies(), deadlines);
        synchronized (clients) {
            clients.add(client);
        }
        return new Current(certificate, client);
    }

    private TlsLayer layer() {
        try {
            return connection.tls().layer();
        } catch (GeneralSecurityException e) {
            throw new KubeconfigException(
                    "context " + connection.context() + ": certificates or keys cannot be used: " + e.getMessage(), e);
        }
    }

    /** Closes all requests. */
    @Override
    public void close() {
        synchronized (clients) {
            clients.forEach(HttpClient::close);
        }
        deadlines.close();
    }
}
