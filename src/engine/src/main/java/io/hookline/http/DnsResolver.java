package io.hookline.http;

import io.hookline.http.Dialer.Limit;
import io.hookline.object.HumanDuration;
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

/** Resolves hosts within a time limit: the JDK's own lookup has none, and ignores interrupts. Thread-safe. */
record DnsResolver(Resolver resolver) {

    /** The resolver of this machine. */
    static final DnsResolver SYSTEM = new DnsResolver(host -> List.of(InetAddress.getAllByName(host)));

    /** Looks up the addresses of a host. */
    @FunctionalInterface
    interface Resolver {
        /** Returns at least one address; may block without limit. */
        List<InetAddress> addresses(String host) throws UnknownHostException;
    }

    /** Whether a host is an address, which needs no lookup. */
    static boolean isAddress(String host) {
        try {
            var _ = InetAddress.ofLiteral(host);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * Returns a host's addresses. A lookup that exceeds the limit continues in its own thread until the system ends it.
     *
     * @throws SocketTimeoutException if the limit is exceeded
     * @throws InterruptedIOException if the thread was interrupted; its interrupt flag stays set
     * @throws IOException if the host does not exist
     */
    List<InetAddress> addresses(String host, Limit limit) throws IOException {
        try {
            return List.of(InetAddress.ofLiteral(host)); // an address, which needs no lookup
        } catch (IllegalArgumentException _) {
            return lookUp(host, limit);
        }
    }

    private List<InetAddress> lookUp(String host, Limit limit) throws IOException {
        FutureTask<List<InetAddress>> lookup = new FutureTask<>(() -> resolver.addresses(host));
        Thread.ofVirtual().name("http-lookup").start(lookup);
        try {
            return lookup.get(limit.left(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new SocketTimeoutException("no address of " + host + " within " + HumanDuration.text(limit.whole()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + host + " was looked up");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }
}
