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

/** Connections by whom they lead to: those in use, and those kept for the next request. Thread-safe. */
final class ConnectionPool {

    private final Set<HttpConnection> all = ConcurrentHashMap.newKeySet();

    /** Guards itself and the queues in it. */
    private final Map<Origin, Deque<HttpConnection>> idle = new HashMap<>();

    private volatile boolean keeping = true;
    private volatile boolean closed;

    /** Knows of a new connection from before it leads anywhere, so that it can be cut. */
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

    /** The one that was used last and still stands. */
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

    /** Keeps one after a whole answer. */
    void give(Origin origin, HttpConnection connection, Duration most) {
        synchronized (idle) {
            if (keeping && most.isPositive()) {
                idle.computeIfAbsent(origin, _ -> new ArrayDeque<>()).push(connection);
                connection.idle(most); // not before it is here: what ends it then takes it away
                return;
            }
        }
        connection.close();
    }

    /** Keeps none any more; those in use go on to the end of their answer. */
    void retire() {
        List<HttpConnection> kept;
        synchronized (idle) {
            keeping = false;
            kept = idle.values().stream().flatMap(Deque::stream).toList();
            idle.clear(); // else one of them could be taken, and then be closed under its new user
        }
        kept.forEach(HttpConnection::close);
    }

    /** Cuts all. */
    void close() {
        closed = true;
        retire();
        all.forEach(connection -> connection.cut(new IOException("the HTTP client was closed")));
    }

    /** How many there are, in use or not. */
    int size() {
        return all.size();
    }

    /** How many are kept for the next request. */
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
