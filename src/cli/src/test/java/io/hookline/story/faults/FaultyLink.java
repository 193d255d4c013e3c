package io.hookline.story.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;

/**
 * A way to a server on which things go wrong when a test says so. It carries bytes as they are; or it ends the client's
 * connection, reads requests and speaks TLS to the server, so that it can answer in the server's place.
 */
final class FaultyLink implements AutoCloseable {

    private static final int MOST_WAITING = 200;

    private final ServerSocket entrance;
    private final SocketFactory way;
    private final URI server;
    private final boolean readsRequests;
    private final Random random = new Random(5);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<LinkedConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile Fault fault = new Fault.None();

    private FaultyLink(URI server, SocketFactory way, boolean readsRequests) {
        this.server = server;
        this.way = way;
        this.readsRequests = readsRequests;
        try {
            this.entrance = new ServerSocket(0, MOST_WAITING, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    /** Carries bytes as they are. */
    static FaultyLink ofBytes(String server) {
        return new FaultyLink(URI.create(server), SocketFactory.getDefault(), false);
    }

    /**
     * Reads requests in plain HTTP, and carries them on.
     *
     * @param tls how to speak to the server
     */
    static FaultyLink ofRequests(String server, SocketFactory tls) {
        return new FaultyLink(URI.create(server), tls, true);
    }

    /** Where clients connect to. */
    String url() {
        return (readsRequests ? "http" : "https") + "://127.0.0.1:" + entrance.getLocalPort();
    }

    /** From now on this goes wrong. */
    void suffer(Fault next) {
        fault = next;
        switch (next) {
            case Fault.Cut _, Fault.Flaky _, Fault.Refuse _ -> reset();
            case Fault.Stall _ -> open.forEach(LinkedConnection::stall);
            case Fault.Inject(String bytes) -> open.forEach(connection -> connection.inject(bytes));
            case Fault.Slow _, Fault.None _ -> {}
        }
    }

    /** Breaks the connections that there are now. */
    void reset() {
        open.forEach(LinkedConnection::reset);
    }

    /** From now on nothing goes wrong any more; what stalled stays so. */
    void heal() {
        suffer(new Fault.None());
    }

    Fault fault() {
        return fault;
    }

    boolean readsRequests() {
        return readsRequests;
    }

    void countRequest() {
        requests.incrementAndGet();
    }

    /** What clients tried so far: requests, or connections where it carries bytes. */
    int attempts() {
        return readsRequests ? requests.get() : connections.get();
    }

    /** How many connections clients hold open now. */
    int openConnections() {
        return open.size();
    }

    void forget(LinkedConnection connection) {
        open.remove(connection);
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                connections.incrementAndGet();
                threads.execute(() -> carry(client));
            } catch (IOException _) {
                // the loop sees whether that is the end
            }
        }
    }

    private void carry(Socket client) {
        LinkedConnection connection;
        try {
            Socket uplink = way.createSocket(server.getHost(), server.getPort());
            connection = new LinkedConnection(this, client, uplink, endurance());
        } catch (IOException _) {
            LinkedConnection.closeQuietly(client); // the server itself is down
            return;
        }
        open.add(connection);
        switch (fault) {
            case Fault.Cut _ -> connection.reset();
            case Fault.Stall _ -> connection.stall();
            case Fault.None _, Fault.Slow _, Fault.Flaky _, Fault.Refuse _, Fault.Inject _ -> {}
        }
        threads.execute(connection::carryAnswers);
        connection.carryRequests();
    }

    private long endurance() {
        synchronized (random) {
            return fault instanceof Fault.Flaky(int fewest, int most) ? random.nextInt(fewest, most) : Long.MAX_VALUE;
        }
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reset();
        threads.shutdownNow();
    }
}
