package io.hookline.http;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Connections by origin: those in use, and those kept for the next request. Thread-safe. */
final class ConnectionPool {

    private final Set<HttpConnection> all = ConcurrentHashMap.newKeySet();

    /** Guards itself and its queues. */
    private final Map<Origin, Deque<HttpConnection>> idle = new HashMap<>();

    private volatile boolean keepsIdle = true;
    private volatile boolean closed;

    /** Registers a connection before it is connected, so that {@link #close} reaches it. */
    void add(HttpConnection connection) throws IOException {
        all.add(connection);
        if (closed) {
            throw new IOException("the HTTP client is closed");
        }
    }

    void remove(Origin origin, HttpConnection connection) {
        all.remove(connection);
        synchronized (idle) {
            Deque<HttpConnection> kept = idle.get(origin);
            if (kept != null && kept.remove(connection) && kept.isEmpty()) {
                idle.remove(origin);
            }
        }
    }

    /** Takes the most recently used idle connection that is still open. */
    @Nullable
    HttpConnection take(Origin origin) {
        for (HttpConnection last = poll(origin); last != null; last = poll(origin)) {
            if (last.release() && last.isQuiet()) {
                return last;
            }
            last.close();
        }
        return null;
    }

    /** Keeps a connection after a complete response. */
    void give(Origin origin, HttpConnection connection, Duration maxIdle) {
        synchronized (idle) {
            if (keepsIdle && maxIdle.isPositive()) {
                idle.computeIfAbsent(origin, _ -> new ArrayDeque<>()).push(connection);
                connection.idle(maxIdle); // only after it is in the queue: an expired one is removed from there
                return;
            }
        }
        connection.close();
    }

    /**
     * Closes idle connections and keeps no further ones; a connection in use stays open until the end of its response.
     */
    void retire() {
        List<HttpConnection> kept;
        synchronized (idle) {
            keepsIdle = false;
            kept = idle.values().stream().flatMap(Deque::stream).toList();
            idle.clear(); // before they are closed: otherwise one of them could be taken meanwhile
        }
        kept.forEach(HttpConnection::close);
    }

    /** Closes all connections at once. */
    void close() {
        closed = true;
        retire();
        all.forEach(connection -> connection.cut(new IOException("the HTTP client was closed")));
    }

    /** The number of connections, in use or idle. */
    int size() {
        return all.size();
    }

    /** The number of idle connections. */
    int idle() {
        synchronized (idle) {
            return idle.values().stream().mapToInt(Deque::size).sum();
        }
    }

    private @Nullable HttpConnection poll(Origin origin) {
        synchronized (idle) {
            Deque<HttpConnection> kept = idle.get(origin);
            return kept == null ? null : kept.poll();
        }
    }
}
