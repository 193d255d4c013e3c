package io.hookline.web;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One request of an {@link AsyncRoute} and its response. No method waits for the client: the body is collected as it arrives, and
 * the response is written as the client reads it. Not thread-safe: each step begins after the one before it.
 */
public final class AsyncExchange {

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final BodyLimits limits;
    private final Drain drain;
    private final Executor threads;

    /** Whether the client was asked for the body. */
    private boolean asked;

    private boolean bodyRead;

    AsyncExchange(
            Request request, Response response, Callback callback, BodyLimits limits, Drain drain, Executor threads) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.limits = limits;
        this.drain = drain;
        this.threads = threads;
    }

    /** The method, such as {@code POST}. */
    public String method() {
        return request.getMethod();
    }

    /** The path as the client sent it, without the query. */
    public String path() {
        String path = request.getHttpURI().getPath();
        return path == null ? "" : path;
    }

    /** The first value of a header of the request. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    /** The address of the other end of the connection. */
    public String client() {
        return Request.getRemoteAddr(request);
    }

    /** The certificate of the client; empty if it sent none, or if there is no TLS. */
    public Optional<PeerCertificate> certificate() {
        return PeerCertificate.of(request);
    }

    /** What follows the reading of a body: one of the methods is called, once. Neither may wait, or throw. */
    public interface BodyReceiver {
        /** The whole body was read, and decompressed if it has {@code Content-Encoding: gzip}. */
        void read(byte[] body);

        /** The body is refused, see {@link RequestBody#read}. */
        void refused(RequestException problem);
    }

    /** Reads the whole body. Can be called once. */
    public void read(BodyReceiver receiver) {
        try {
            boolean plain = BodyReader.isPlain(request.getHeaders().get(HttpHeader.CONTENT_ENCODING));
            MemoryBudget.Lease memory = limits.lease(request);
            BodyBuffer body = new BodyBuffer(limits.maxSize(), memory, request.getLength());
            asked = true;
            Consumer<byte[]> complete = plain
                    ? bytes -> parsed(bytes, memory, receiver)
                    : bytes -> threads.execute(() -> inflated(bytes, memory, receiver));
            new AsyncBody(request, limits.maxSize(), body).read(complete, receiver::refused);
        } catch (RequestException e) {
            receiver.refused(e);
        }
    }

    private void parsed(byte[] body, MemoryBudget.Lease memory, BodyReceiver receiver) {
        complete();
        try {
            memory.holdParsed(body);
        } catch (RequestException e) {
            receiver.refused(e);
            return;
        }
        receiver.read(body);
    }

    private void inflated(byte[] compressed, MemoryBudget.Lease memory, BodyReceiver receiver) {
        complete();
        byte[] body;
        try {
            body = new BodyReader(limits.maxSize(), memory).inflate(compressed);
        } catch (RequestException e) {
            receiver.refused(e);
            return;
        }
        receiver.read(body);
    }

    private void complete() {
        bodyRead = true;
        TimedEndPoint.of(request).bodyRead();
    }

    /**
     * Writes the response. A body of the request that was not read is discarded first, see {@link RequestBody#discardRest}.
     *
     * @param contentType of the body
     * @param headers further headers
     */
    public void answer(int status, String contentType, Map<String, String> headers, byte[] body) {
        Consumer<Boolean> write = reusable -> write(status, contentType, headers, body, reusable);
        if (bodyRead || !hasBody()) {
            write.accept(true);
        } else if (!asked && request.getHeaders().contains(HttpHeader.EXPECT)) {
            write.accept(false); // the client has not sent the body yet
        } else {
            discard(write);
        }
    }

    private boolean hasBody() {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** Discards the rest of the body. Passes on whether the connection can be used for another request. */
    private void discard(Consumer<Boolean> then) {
        TimedEndPoint connection = TimedEndPoint.of(request);
        if (connection.isOverdue()) {
            then.accept(false);
            return;
        }
        new AsyncBody(request, 2 * limits.maxSize(), null)
                .read(
                        _ -> {
                            boolean reusable = !connection.isOverdue();
                            complete();
                            then.accept(reusable);
                        },
                        _ -> then.accept(false));
    }

    private void write(int status, String contentType, Map<String, String> headers, byte[] body, boolean reusable) {
        HttpFields.Mutable fields = response.getHeaders();
        response.setStatus(status);
        fields.put(HttpHeader.CONTENT_TYPE, contentType);
        fields.put(HttpHeader.CONTENT_LENGTH, body.length);
        headers.forEach(fields::put);
        if (!reusable || drain.hasBegun()) {
            fields.put(HttpHeader.CONNECTION, "close");
        }
        AsyncWrite.of(response, ByteBuffer.wrap(body), callback);
    }
}
