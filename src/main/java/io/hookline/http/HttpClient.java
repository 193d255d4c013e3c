package io.hookline.http;

import io.hookline.http.Dialer.Limit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests. A connection carries one at a time, and is kept for the next one to the same server. There are no redirects,
 * no cookies, no credentials, and no repetition but the one that a request allows. Thread-safe.
 */
public final class HttpClient implements AutoCloseable {

    private final ConnectionPool pool = new ConnectionPool();
    private final Dialer dialer;

    /** Connects to nobody yet. */
    public HttpClient(TlsLayer tls, ProxyResolver proxies, Deadlines deadlines) {
        this(DnsResolver.SYSTEM, tls, proxies, deadlines);
    }

    HttpClient(DnsResolver lookup, TlsLayer tls, ProxyResolver proxies, Deadlines deadlines) {
        this.dialer = new Dialer(lookup, tls, proxies, deadlines, pool);
    }

    /**
     * Sends a request and waits for the head of its answer. An interrupt ends the wait at once, and its connection.
     *
     * @param within for all of it, from the search for the host to the last byte of the body, unless the answer is {@linkplain
     *     Response#unlimited released} from it
     * @throws ConnectFailure if no connection came about
     * @throws SocketTimeoutException if the time is over
     * @throws InterruptedIOException if the thread was interrupted; it still is
     * @throws IOException if the connection broke, or what came is not HTTP
     * @throws IllegalArgumentException if the {@linkplain ProxyResolver#proxyFor proxy} on the way cannot be used
     */
    public Response send(Request request, Duration within) throws IOException {
        Limit limit = Limit.after(within);
        HttpConnection kept = pool.take(request.target().origin());
        if (kept != null) {
            kept.limit(limit.left(), within);
            Response response = overKept(kept, request);
            if (response != null) {
                return response;
            }
        }
        try {
            return over(dialer.dial(request.target(), limit), request);
        } catch (IOException e) {
            throw orInterrupted(e);
        }
    }

    /** Calls in flight go on to the end of their answers; no connection is kept after them. */
    public void retire() {
        pool.retire();
    }

    /** Cuts all calls. */
    @Override
    public void close() {
        pool.close();
    }

    /** Whether no connection is open. */
    public boolean isUnused() {
        return pool.size() == 0;
    }

    /** What is open right now. */
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

    /** The answer, or null if there was nobody at the other end any more, and the request may be sent again. */
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
        BasicClassicHttpRequest message = connection.isPassedOn()
                ? new BasicClassicHttpRequest(request.method(), "http", new URIAuthority(authority), target.place())
                : new BasicClassicHttpRequest(request.method(), null, (URIAuthority) null, target.place());
        message.setAbsoluteRequestUri(connection.isPassedOn());
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
}
