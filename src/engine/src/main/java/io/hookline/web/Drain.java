package io.hookline.web;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * The end of a server that loses no request: each response closes its connection; then no connection is accepted; then idle
 * connections are closed, and those of requests after their responses. Jetty's own end answers requests on kept connections with a
 * 503 of its own, and cuts requests that arrive slowly.
 */
final class Drain {

    /** Patience with clients if the end was not announced. */
    private static final Duration SHORT = Duration.ofMillis(20);

    /** The time from a connection to its first request, and from our close of a connection to that of the client. */
    private static final Duration LONG = Duration.ofSeconds(1);

    /** The time until what has arrived is known as a connection, or as a request. */
    private static final Duration SETTLE = Duration.ofMillis(20);

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(2);

    private volatile boolean begun;

    /** From now on each response closes its connection. Requests are answered as before, on new connections too. */
    void begin() {
        begun = true;
    }

    /** Whether each response closes its connection. */
    boolean hasBegun() {
        return begun;
    }

    /** Makes the client close the connection after this response, if the server is about to end. */
    void closeConnection(Context ctx) {
        if (begun) {
            ctx.header("Connection", "close");
        }
    }

    /**
     * Closes the listener, and each connection as soon as it has no request.
     *
     * @return whether all requests were answered within this time
     */
    boolean end(ServerConnector connector, Duration within) {
        Duration patience = begun ? LONG : SHORT;
        begun = true;
        connector.setShutdownIdleTimeout(connector.getIdleTimeout()); // the present one: Jetty would cut slow requests
        var _ = connector.shutdown();
        connector.close();
        long start = System.nanoTime();
        Set<EndPoint> ended = Collections.newSetFromMap(new IdentityHashMap<>());
        while (isWithin(SETTLE, start) || !endIdle(connector, patience, ended)) {
            if (!isWithin(within, start)) {
                return false;
            }
            LockSupport.parkNanos(CHECK_INTERVAL.toNanos());
        }
        awaitClients(connector, patience);
        return true;
    }

    /** Ends connections without a request; returns whether there are no others. */
    private static boolean endIdle(ServerConnector connector, Duration patience, Set<EndPoint> ended) {
        boolean all = true;
        for (EndPoint endPoint : connector.getConnectedEndPoints()) {
            if (!ended.contains(endPoint) && isIdle(endPoint, patience)) {
                ended.add(endPoint);
                secured(endPoint).shutdownOutput();
            }
            all &= ended.contains(endPoint);
        }
        return all;
    }

    /**
     * The end of our side reaches the client before the connection is closed. If it were closed at once, a request that
     * is on its way would be answered with a reset, which some clients treat as a failure of the request.
     */
    private static void awaitClients(ServerConnector connector, Duration patience) {
        long start = System.nanoTime();
        while (!connector.getConnectedEndPoints().isEmpty() && isWithin(patience, start)) {
            LockSupport.parkNanos(CHECK_INTERVAL.toNanos());
        }
    }

    private static boolean isWithin(Duration time, long start) {
        return System.nanoTime() - start < time.toNanos();
    }

    /** Whether no request is being received or answered. A new connection has some time to send its first one. */
    private static boolean isIdle(EndPoint endPoint, Duration patience) {
        Connection connection = secured(endPoint).getConnection();
        boolean isNew = System.currentTimeMillis() - endPoint.getCreatedTimeStamp() < patience.toMillis();
        return switch (connection) {
            case null -> !isNew;
            case HttpConnection http -> isBetweenRequests(http) && !(isNew && http.getMessagesIn() == 0);
            default -> !isNew;
        };
    }

    /** After its last response a connection may still receive the rest of a body, which nobody needs. */
    private static boolean isBetweenRequests(HttpConnection http) {
        return http.getEndPoint().isOutputShutdown()
                || (http.getParser().isStart() && http.getHttpChannel().getRequest() == null);
    }

    /** The end of the connection on which HTTP is spoken: inside of TLS, if there is TLS. */
    private static EndPoint secured(EndPoint endPoint) {
        @Nullable Connection connection = endPoint.getConnection();
        return connection instanceof SslConnection tls ? Objects.requireNonNull(tls.getSslEndPoint()) : endPoint;
    }
}
