package io.hookline.web;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * The maximum time in which a request arrives, from its first byte to the last one of its body, and in which a client
 * reads what is written to it. Idle connections are not affected, and the time of handlers does not count.
 *
 * <p>One task checks all connections now and then, so a request that arrives in time costs nothing but a few fields. It
 * runs only while there are connections.
 */
final class RequestDeadline {

    private static final long MIN_INTERVAL = 10;
    private static final long MAX_INTERVAL = 1000;
    private static final int CHECKS = 20;

    private final Duration limit;
    private final ErrorBody errors;
    private final long maxDiscarded;
    private final AtomicBoolean checking = new AtomicBoolean();

    RequestDeadline(WebOptions options) {
        this.limit = options.requestTimeout();
        this.errors = options.errors();
        this.maxDiscarded = 2 * options.maxRequestSize();
    }

    /** The response to a request whose head is not complete. */
    private byte[] late() {
        byte[] body = errors.of(408, "the head of the request did not arrive in time", _ -> Optional.empty());
        String head =
                "HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                        + body.length + "\r\n\r\n";
        return (head + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    /** A connector whose connections have the deadline. */
    ServerConnector connector(Server server, ConnectionFactory... factories) {
        return new Connector(server, factories);
    }

    /** Passes requests on to the next handler unless they are too late. */
    Handler.Wrapper handler() {
        return new Watched(maxDiscarded);
    }

    private final class Connector extends ServerConnector {
        Connector(Server server, ConnectionFactory... factories) {
            super(server, factories);
        }

        @Override
        protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
            TimedEndPoint endPoint = new TimedEndPoint(channel, selector, key, getScheduler());
            endPoint.setIdleTimeout(getIdleTimeout());
            return endPoint;
        }

        @Override
        protected void onEndPointOpened(EndPoint endPoint) {
            super.onEndPointOpened(endPoint);
            if (checking.compareAndSet(false, true)) {
                checkLater();
            }
        }

        private void checkLater() {
            long interval = Math.clamp(limit.toMillis() / CHECKS, MIN_INTERVAL, MAX_INTERVAL);
            getScheduler().schedule(this::check, interval, TimeUnit.MILLISECONDS);
        }

        private void check() {
            try {
                for (EndPoint endPoint : getConnectedEndPoints()) {
                    ((TimedEndPoint) endPoint).check(limit, RequestDeadline.this::late);
                }
            } finally {
                checkAgain(); // also if one connection failed: the others need their deadlines
            }
        }

        private void checkAgain() {
            checking.set(false);
            if (!getConnectedEndPoints().isEmpty() && checking.compareAndSet(false, true)) {
                checkLater();
            }
        }
    }

    private static final class Watched extends Handler.Wrapper {

        private final long maxDiscarded;

        Watched(long maxDiscarded) {
            this.maxDiscarded = maxDiscarded;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            TimedEndPoint connection = TimedEndPoint.of(request);
            if (!connection.headRead(hasBody(request))) {
                callback.succeeded(); // the response is written already, and the connection closed
                return true;
            }
            Request.addCompletionListener(request, connection);
            UpgradeRefusal.applyTo(request);
            if (!hasBody(request)) {
                return super.handle(request, response, callback);
            }
            RestOfBody whole = new RestOfBody(request, maxDiscarded);
            Callback end = whole.before(callback);
            List<String> codings = request.getHeaders().getCSV(HttpHeader.TRANSFER_ENCODING, false);
            if (codings.isEmpty() || isChunked(codings)) {
                return super.handle(whole, response, end);
            }
            Response.writeError(
                    whole,
                    response,
                    end,
                    HttpStatus.NOT_IMPLEMENTED_501,
                    "Transfer-Encoding \"" + String.join(", ", codings) + "\" is not supported, only chunked is");
            return true;
        }

        /** Jetty reads the bytes of other codings as if they were the body. */
        private static boolean isChunked(List<String> codings) {
            return codings.size() == 1 && HttpHeaderValue.CHUNKED.is(codings.getFirst());
        }

        /** Without a length and without chunks there is none; Jetty's length is then -1. */
        private static boolean hasBody(Request request) {
            return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        }
    }

    /**
     * A request whose body is read to its end after its response is written: what no handler has read is discarded, in
     * the time of the request and up to a limit. If the connection were closed while the client still sends, its system
     * would drop the response, and report that the connection was reset.
     */
    static final class RestOfBody extends Request.Wrapper {

        private static final int MAX_READS = 16;

        private final long limit;

        /**
         * Wraps a request.
         *
         * @param limit the maximum number of bytes to discard after the response
         */
        RestOfBody(Request request, long limit) {
            super(request);
            this.limit = limit;
        }

        /**
         * Reads some of what has arrived, and returns whether that was all. Jetty's own method would end the body here.
         */
        @Override
        public boolean consumeAvailable() {
            for (int i = 0; i < MAX_READS; i++) {
                Content.Chunk chunk = read();
                if (chunk == null || Content.Chunk.isFailure(chunk)) {
                    return false;
                }
                chunk.release();
                if (chunk.isLast()) {
                    return true;
                }
            }
            return false;
        }

        /** Completes the request after the rest of its body. */
        Callback before(Callback end) {
            return new Callback.Nested(end) {
                @Override
                public void succeeded() {
                    // A client that waits for 100 Continue sends nothing, and one that has got it was read to the end.
                    boolean sendsNothing = getHeaders().contains(HttpHeader.EXPECT);
                    if (sendsNothing || TimedEndPoint.of(RestOfBody.this).isOverdue()) {
                        end.succeeded();
                    } else {
                        new AsyncBody(RestOfBody.this, limit, null)
                                .read(_ -> end.succeeded(), _ -> end.succeeded(), _ -> end.succeeded());
                    }
                }
            };
        }
    }

    /**
     * Closes the connection after a response that refuses a WebSocket. What such a client sends next is meant for the
     * socket, and would be read as a request.
     */
    static final class UpgradeRefusal extends HttpStream.Wrapper {

        private static final String WEB_SOCKET = "websocket";

        private UpgradeRefusal(HttpStream stream) {
            super(stream);
        }

        /** Has no effect on a request without an upgrade. */
        static void applyTo(Request request) {
            if (request.getHeaders().contains(HttpHeader.UPGRADE, WEB_SOCKET)) {
                request.addHttpStreamWrapper(UpgradeRefusal::new);
            }
        }

        @Override
        public void prepareResponse(HttpFields.Mutable headers) {
            if (!headers.contains(HttpHeader.UPGRADE)) { // an accepted one names the new protocol
                headers.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
            }
            super.prepareResponse(headers);
        }
    }
}
