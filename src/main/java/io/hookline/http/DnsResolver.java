package io.hookline.http;

import io.hookline.http.Dialer.Limit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Finds hosts within a limit: the JDK's own search has none, and hears no interrupt. Thread-safe. */
record DnsResolver(Resolver resolver) {

    /** By the means of this machine. */
    static final DnsResolver SYSTEM = new DnsResolver(host -> List.of(InetAddress.getAllByName(host)));

    /** Knows the addresses of hosts. */
    @FunctionalInterface
    interface Resolver {
        /** At least one; it may take as long as it likes. */
        List<InetAddress> addresses(String host) throws UnknownHostException;
    }

    /**
     * A host's addresses. A search that is given up goes on in its own thread until the system ends it.
     *
     * @throws SocketTimeoutException if the time is over
     * @throws InterruptedIOException if the thread was interrupted; it still is
     * @throws IOException if there is no such host
     */
    List<InetAddress> addresses(String host, Limit limit) throws IOException {
        try {
            return List.of(InetAddress.ofLiteral(host)); // an address itself, which nobody needs to be asked for
        } catch (IllegalArgumentException _) {
            return search(host, limit);
        }
    }

    private List<InetAddress> search(String host, Limit limit) throws IOException {
        FutureTask<List<InetAddress>> search = new FutureTask<>(() -> resolver.addresses(host));
        Thread.ofVirtual().name("http-lookup").start(search);
        try {
            return search.get(limit.left(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new SocketTimeoutException("no address of " + host + " within " + limit.whole());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + host + " was looked up");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }
}
