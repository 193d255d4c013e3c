package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ApiErrors;
import io.javalin.http.Context;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsConnectContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;

/**
 * Watches over WebSocket: each event is a text message. What is wrong with a request is answered before the upgrade, as
 * for any other request. Thread-safe.
 */
final class WatchSockets implements AutoCloseable {

    private static final String PROTOCOL = "Sec-WebSocket-Protocol";
    private static final String WANTED = "io.hookline.watch";

    /** Clients that do not read their messages cannot be told of the end. */
    private static final Duration END_WITHIN = Duration.ofSeconds(2);

    private final ApiRouter router;
    private final Set<Thread> serving = ConcurrentHashMap.newKeySet();

    WatchSockets(ApiRouter router) {
        this.router = router;
    }

    /**
     * Admits the request for an upgrade if it is a valid watch.
     *
     * @return whether it is; otherwise it is answered
     * @throws ClusterException if it is a watch that is not valid
     */
    boolean admit(Context ctx, Optional<ApiPath> path) {
        ApiRequest request = router.request(ctx, path.orElseThrow(ApiErrors::noResource));
        if (!request.flag("watch") || !request.path().name().isEmpty()) {
            // Clients that request exec or attach by WebSocket fall back to the older protocol, and get an error there.
            ctx.status(503);
            return false;
        }
        if (request.header("Origin").isEmpty()) {
            throw new ClusterException.Forbidden("a WebSocket needs the header Origin"); // as on a real server
        }
        ctx.attribute(WANTED, router.watches().wanted(request));
        protocol(request.header(PROTOCOL)).ifPresent(chosen -> ctx.res().setHeader(PROTOCOL, chosen));
        return true;
    }

    /** The first subprotocol that is not the token, which must not be sent back. */
    private static Optional<String> protocol(String offered) {
        return Arrays.stream(offered.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty() && !AccessToken.isSubprotocol(each))
                .findFirst();
    }

    /** Serves the admitted ones. */
    void configure(WsConfig socket) {
        // On another thread: messages of the client, such as its close, are read only when this method has returned.
        socket.onConnect(ctx -> {
            Thread thread = Thread.ofVirtual().name("watch").unstarted(() -> serve(ctx));
            serving.add(thread);
            thread.start();
        });
    }

    /** Waits until the sockets of watches that have ended are closed, so that their clients learn it before the connections go. */
    @Override
    public void close() {
        long end = System.nanoTime() + END_WITHIN.toNanos();
        try {
            for (Thread thread : serving) {
                thread.join(Duration.ofNanos(end - System.nanoTime()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(WsConnectContext ctx) {
        Session session = ctx.session;
        session.setIdleTimeout(Duration.ZERO);
        WatchHandler.Wanted wanted = ctx.attribute(WANTED);
        try {
            if (wanted != null) {
                router.watches().watch(wanted, new SocketClient(session));
            }
            Callback.Completable closed = new Callback.Completable();
            session.close(StatusCode.NORMAL, null, closed);
            closed.join();
        } catch (IOException | RuntimeException | OutOfMemoryError _) {
            session.disconnect(); // the client has left or does not read, or there is no memory for an event
        } finally {
            serving.remove(Thread.currentThread());
        }
    }

    /** A client that reads messages. */
    private static final class SocketClient implements WatchHandler.Client {

        private final Session session;
        private final ByteArrayOutputStream event = new ByteArrayOutputStream();

        SocketClient(Session session) {
            this.session = session;
        }

        @Override
        public OutputStream out() {
            return event;
        }

        /**
         * Waits until the message is sent: otherwise a client that does not read would make the messages fill the
         * memory.
         */
        @Override
        public void eventIsComplete() throws IOException {
            Callback.Completable sent = new Callback.Completable();
            session.sendText(event.toString(StandardCharsets.UTF_8), sent);
            event.reset();
            try {
                sent.join();
            } catch (CompletionException e) {
                throw new IOException("the message cannot be sent", e.getCause());
            }
        }

        @Override
        public void flush() {
            // each message is sent at once
        }

        @Override
        public boolean isClosed() {
            return !session.isOpen();
        }
    }
}
