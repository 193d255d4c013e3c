package io.hookline.http;

import io.hookline.http.Dialer.Limit;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests. A connection carries one request at a time, and is kept for the next one to the same server. The
 * client follows no redirects, stores no cookies, adds no credentials, and repeats only a request that allows it.
 * Thread-safe.
 */
public final class HttpClient implements AutoCloseable {

    private final ConnectionPool pool = new ConnectionPool();
    private final Dialer dialer;

    /** Makes no connection yet. */
    public HttpClient(TlsLayer tls, ProxyResolver proxies, Deadlines deadlines) {
        this(DnsResolver.SYSTEM, tls, proxies, deadlines);
    }

    HttpClient(DnsResolver resolver, TlsLayer tls, ProxyResolver proxies, Deadlines deadlines) {
        this.dialer = new Dialer(resolver, tls, proxies, deadlines, pool);
    }

    /**
     * Sends a request and waits for the head of its response. An interrupt ends the wait and closes the connection.
     *
     * @param within the limit for the whole call, from the DNS lookup to the last byte of the body, unless it is
     *     {@linkplain Response#unlimited lifted}
     * @throws ConnectFailure if no connection was made
     * @throws SocketTimeoutException if the limit is exceeded
     * @throws InterruptedIOException if the thread was interrupted; its interrupt flag stays set
     * @throws IOException if the connection broke, or the response is not HTTP
     * @throws IllegalArgumentException if the {@linkplain ProxyResolver#proxyFor proxy} cannot be used
     */
    public Response send(Request request, Duration within) throws IOException {
        return send(request, within, ConnectTrace.NONE);
    }

    /** Sends a request as {@link #send(Request, Duration)}, and reports how its connection is made. */
    public Response send(Request request, Duration within, ConnectTrace trace) throws IOException {
        return send(request, Limit.after(within), trace);
    }

    /**
     * Sends a request as {@link #send(Request, Duration)}, with a second limit that may move while the call runs.
     *
     * @param allowed how long the call may take from now on, in nanoseconds; called at the beginning, and each time
     *     that this time is over
     */
    public Response send(Request request, Duration within, LongSupplier allowed) throws IOException {
        return send(request, Limit.after(within, allowed), ConnectTrace.NONE);
    }

    private Response send(Request request, Limit limit, ConnectTrace trace) throws IOException {
        HttpConnection kept = pool.take(request.target().origin());
        if (kept != null) {
            kept.limit(limit);
            Response response = overKept(kept, request);
            if (response != null) {
                return response;
            }
        }
        try {
            return over(dialer.dial(request.target(), limit, trace), request);
        } catch (IOException e) {
            throw orInterrupted(e);
        }
    }

    /** Lets calls in flight finish; no connection is kept after them. */
    public void retire() {
        pool.retire();
    }

    /** Closes all connections, with the calls on them. */
    @Override
    public void close() {
        pool.close();
    }

    /** Whether no connection is open. */
    public boolean isUnused() {
        return pool.size() == 0;
    }

    /** The open connections. */
    ConnectionPool pool() {
        return pool;
    }

    static IOException orInterrupted(IOException failure) {
        if (!Thread.currentThread().isInterrupted()) {
            return failure;
        }
        InterruptedIOException interrupted = new InterruptedIOException("interrupted");
        interrupted.initCause(failure);
        return interrupted;
    }

    /**
     * Returns the response; returns null if the connection was closed by the server and the request may be sent again.
     */
    private @Nullable Response overKept(HttpConnection kept, Request request) throws IOException {
        long before = kept.received();
        try {
            return over(kept, request);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            boolean unanswered = kept.received() == before && !kept.isCut();
            if (unanswered && request.repeatable() && !Thread.currentThread().isInterrupted()) {
                return null;
            }
            throw orInterrupted(e);
        }
    }

    private Response over(HttpConnection connection, Request request) throws IOException {
        boolean answered = false;
        try {
            BasicClassicHttpRequest message = message(request, connection);
            ClassicHttpResponse head = connection.exchange(message);
            Response response = new Response(
                    message, head, connection, pool, request.target().origin());
            answered = true;
            return response;
        } catch (IOException e) {
            throw connection.reason(e);
        } finally {
            if (!answered) {
                connection.close();
            }
        }
    }

    private static BasicClassicHttpRequest message(Request request, HttpConnection connection) {
        RequestTarget target = request.target();
        String authority = target.origin().authority();
        BasicClassicHttpRequest message = connection.isForwarded()
                ? new BasicClassicHttpRequest(request.method(), "http", new URIAuthority(authority), target.place())
                : new BasicClassicHttpRequest(request.method(), null, (URIAuthority) null, target.place());
        message.setAbsoluteRequestUri(connection.isForwarded());
        message.addHeader("Host", authority);
        for (Request.Field field : request.fields()) {
            message.addHeader(field.name(), field.value());
        }
        connection.proxyAuthorization().ifPresent(value -> message.addHeader("Proxy-Authorization", value));
        Request.Body body = request.body();
        if (body != null) {
            message.addHeader("Content-Type", body.contentType());
            message.addHeader("Content-Length", Long.toString(body.length()));
            message.setEntity(new RequestEntity(body));
        }
        return message;
    }

    /** A request's body for the HTTP library. */
    private static final class RequestEntity extends AbstractHttpEntity {

        private final Request.Body body;

        RequestEntity(Request.Body body) {
            super((ContentType) null, null); // the message has the header fields already
            this.body = body;
        }

        @Override
        public long getContentLength() {
            return body.length();
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            body.writeTo(new Slices(out));
        }

        /** Splits large writes: between two writes, the library checks whether the server has responded already. */
        private static final class Slices extends FilterOutputStream {
            private static final int SLICE = 64 << 10;

            Slices(OutputStream out) {
                super(out);
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                for (int done = 0; done < count; done += SLICE) {
                    out.write(bytes, from + done, Math.min(SLICE, count - done));
                }
            }
        }

        @Override
        public InputStream getContent() {
            throw new UnsupportedOperationException("a body that is sent is written, never read");
        }

        @Override
        public boolean isStreaming() {
            return false;
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
