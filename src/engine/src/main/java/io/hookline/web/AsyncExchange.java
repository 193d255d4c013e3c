package io.hookline.web;

import io.hookline.web.tls.PeerCertificate;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingNestedCallback;

/**
 * One request of an {@link AsyncRoute} and its response. No method waits for the client: the body is collected as it arrives, and
 * the response is written as the client reads it. Not thread-safe: each step begins after the one before it.
 */
public final class AsyncExchange {

    private static final int PIECE = 64 << 10;
    private static final Duration INFLATES_AGAIN_AFTER = Duration.ofSeconds(1);

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final BodyLimits limits;
    private final Drain drain;
    private final Executor inflaters;
    private final AtomicBoolean answered = new AtomicBoolean();

    /** Whether the client was asked for the body. */
    private boolean asked;

    private boolean bodyRead;

    AsyncExchange(
            Request request, Response response, Callback callback, BodyLimits limits, Drain drain, Executor inflaters) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.limits = limits;
        this.drain = drain;
        this.inflaters = inflaters;
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

    /** What follows the reading of a body. One of the methods is called, once, but see {@link #failed}. None may wait. */
    public interface BodyReceiver {
        /** The whole body was read, and decompressed if it has {@code Content-Encoding: gzip}. */
        void read(byte[] body);

        /** The body is refused, see {@link RequestBody#read}. */
        void refused(RequestException problem);

        /**
         * The body cannot be read because of a defect or a lack of memory, or one of the other methods has thrown this: then it is
         * called after that method.
         */
        void failed(Throwable problem);
    }

    /** Reads the whole body. Can be called once. */
    public void read(BodyReceiver receiver) {
        try {
            boolean plain = BodyReader.isPlain(request.getHeaders().get(HttpHeader.CONTENT_ENCODING));
            MemoryBudget.Lease memory = limits.lease(request);
            BodyBuffer body = new BodyBuffer(limits.maxSize(), memory::holdArriving, request.getLength());
            asked = true;
            Consumer<byte[]> complete =
                    plain ? bytes -> parsed(bytes, memory, receiver) : bytes -> inflateLater(bytes, memory, receiver);
            new AsyncBody(request, limits.maxSize(), body)
                    .read(complete, receiver::refused, problem -> failed(problem, receiver));
        } catch (RequestException e) {
            receiver.refused(e);
        }
    }

    /** Jetty ends a request whose handler throws, but only until the handler has returned. */
    private void failed(Throwable problem, BodyReceiver receiver) {
        try {
            receiver.failed(problem);
        } catch (Throwable e) {
            callback.failed(e);
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

    private void inflateLater(byte[] compressed, MemoryBudget.Lease memory, BodyReceiver receiver) {
        complete();
        try {
            inflaters.execute(() -> inflated(compressed, memory, receiver));
        } catch (RejectedExecutionException _) {
            receiver.refused(RequestException.unavailable(
                    "the server decompresses too many other bodies; call it again", INFLATES_AGAIN_AFTER));
        }
    }

    private void inflated(byte[] compressed, MemoryBudget.Lease memory, BodyReceiver receiver) {
        try {
            inflate(compressed, memory, receiver);
        } catch (Throwable e) {
            failed(e, receiver);
        }
    }

    private void inflate(byte[] compressed, MemoryBudget.Lease memory, BodyReceiver receiver) {
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
     * Writes the response. A body of the request that was not read is discarded first, see {@link RequestBody#discardRest}, unless
     * the client has announced more than the limit: that one is answered at once. A further response to the same request is ignored.
     * Does not throw.
     *
     * @param contentType of the body
     * @param headers further headers
     */
    public void answer(int status, String contentType, Map<String, String> headers, byte[] body) {
        if (!answered.compareAndSet(false, true)) {
            return;
        }
        Consumer<Boolean> write = reusable -> write(status, contentType, headers, body, reusable);
        if (bodyRead || !hasBody()) {
            write.accept(true);
        } else if (!asked && request.getHeaders().contains(HttpHeader.EXPECT)) {
            write.accept(false); // the client has not sent the body yet
        } else if (request.getLength() > limits.maxSize()) {
            write.accept(false); // it might not come to an end; see RestOfBody
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
                        _ -> then.accept(false),
                        _ -> then.accept(false));
    }

    private void write(int status, String contentType, Map<String, String> headers, byte[] body, boolean reusable) {
        try {
            commit(status, contentType, headers, body, reusable);
        } catch (Throwable e) {
            callback.failed(e); // the client gets an error, not nothing
        }
    }

    private void commit(int status, String contentType, Map<String, String> headers, byte[] body, boolean reusable) {
        HttpFields.Mutable fields = response.getHeaders();
        response.setStatus(status);
        fields.put(HttpHeader.CONTENT_TYPE, contentType);
        fields.put(HttpHeader.CONTENT_LENGTH, body.length);
        headers.forEach(fields::put);
        if (!reusable || drain.hasBegun()) {
            fields.put(HttpHeader.CONNECTION, "close");
        }
        Write.of(response, ByteBuffer.wrap(body), callback);
    }

    /**
     * Writes the body of a response as the client reads it. A large one is written in pieces, because the JDK copies what it writes out of the heap,
     * and keeps the memory of the largest copy for each thread.
     */
    private static final class Write extends IteratingNestedCallback {

        private final Response response;
        private final ByteBuffer rest;

        private Write(Response response, ByteBuffer body, Callback callback) {
            super(callback);
            this.response = response;
            this.rest = body;
        }

        /** Writes a whole body, then ends the request. */
        static void of(Response response, ByteBuffer body, Callback callback) {
            if (body.remaining() <= PIECE) {
                response.write(true, body, callback);
            } else {
                new Write(response, body, callback).iterate();
            }
        }

        @Override
        protected Action process() {
            if (!rest.hasRemaining()) {
                return Action.SUCCEEDED;
            }
            int size = Math.min(PIECE, rest.remaining());
            ByteBuffer piece = rest.slice(rest.position(), size);
            rest.position(rest.position() + size);
            response.write(!rest.hasRemaining(), piece, this);
            return Action.SCHEDULED;
        }
    }
}
