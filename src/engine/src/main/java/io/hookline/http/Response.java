package io.hookline.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.Serial;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * The head of a response, and its body as a stream. Used by one thread at a time, except {@link #close}. If the body
 * was read to its end, closing keeps the connection for the next request; otherwise it closes the connection.
 */
public final class Response implements AutoCloseable {

    /** Servers and proxies keep idle connections open longer than this: 60 s or more. */
    private static final Duration MAX_IDLE = Duration.ofSeconds(30);

    private static final Pattern SERVER_TIMEOUT = Pattern.compile("timeout=(\\d{1,6})");
    private static final int SMALL = 1 << 10;
    private static final int LARGE = 16 << 10;

    /** The maximum memory that is reserved because of Content-Length, before the body arrives. */
    private static final int MAX_RESERVED = 4 << 20;

    private final HttpRequest request;
    private final ClassicHttpResponse head;
    private final HttpConnection connection;
    private final ConnectionPool pool;
    private final Origin origin;
    private final @Nullable InputStream body;
    private volatile boolean ended;
    private final AtomicBoolean closed = new AtomicBoolean();

    Response(
            HttpRequest request,
            ClassicHttpResponse head,
            HttpConnection connection,
            ConnectionPool pool,
            Origin origin)
            throws IOException {
        this.request = request;
        this.head = head;
        this.connection = connection;
        this.pool = pool;
        this.origin = origin;
        this.body = head.getEntity() == null ? null : head.getEntity().getContent();
        this.ended = body == null;
    }

    /** The status code, such as {@code 200}. */
    public int status() {
        return head.getCode();
    }

    /** The first header field of this name, ignoring case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(head.getFirstHeader(name)).map(Header::getValue);
    }

    /** All header fields of this name, ignoring case. */
    public List<String> all(String name) {
        return Arrays.stream(head.getHeaders(name)).map(Header::getValue).toList();
    }

    /** The first header field of each name, by the name in lower case. */
    public Map<String, String> headers() {
        Map<String, String> first = new HashMap<>();
        for (Header field : head.getHeaders()) {
            first.putIfAbsent(field.getName().toLowerCase(Locale.ROOT), field.getValue());
        }
        return first;
    }

    /** The number of bytes of the body, 0 without a body; negative if the server did not send it. */
    public long contentLength() {
        return length();
    }

    /** Lifts the time limit of the call for the rest of the body. */
    public void unlimited() {
        connection.release();
    }

    /** Whether {@link #ping} has an effect. */
    public boolean canPing() {
        return connection.canPing();
    }

    /**
     * Requests a sign of life of the server, without an HTTP request; {@link #receivedAt} shows the reply. A server
     * accepts some of them on one connection, and no unlimited number. Any thread may call it while another one reads.
     */
    public void ping() throws IOException {
        connection.ping();
    }

    /** When the last byte arrived on the connection, as {@link System#nanoTime}. */
    public long receivedAt() {
        return connection.receivedAt();
    }

    /**
     * Reads the next bytes as soon as some arrive; returns -1 at the end.
     *
     * @throws IOException as in {@link HttpClient#send}; also if the body ends early
     */
    public int read(byte[] buffer) throws IOException {
        if (body == null) {
            return -1;
        }
        try {
            int count = body.read(buffer, 0, buffer.length);
            ended = count < 0;
            return count;
        } catch (IOException e) {
            throw HttpClient.orInterrupted(connection.reason(e));
        }
    }

    /**
     * Reads the whole body.
     *
     * @throws TooLargeException if it has more bytes than this
     * @throws IOException as in {@link #read}
     */
    public byte[] bytes(int maxBytes) throws IOException {
        Growing bytes = new Growing(reserved(maxBytes));
        fill(bytes, maxBytes);
        if (!ended) {
            throw new TooLargeException(maxBytes);
        }
        return bytes.taken();
    }

    /**
     * Reads the first bytes of a body, for a message: the body may be longer, or end early.
     *
     * @throws IOException if the time limit is exceeded, or the thread was interrupted
     */
    public byte[] some(int maxBytes) throws IOException {
        Growing bytes = new Growing(reserved(maxBytes));
        try {
            fill(bytes, maxBytes);
        } catch (InterruptedIOException e) { // includes timeouts
            throw e;
        } catch (IOException _) {
            return bytes.taken();
        }
        return bytes.taken();
    }

    private void fill(Growing bytes, int maxBytes) throws IOException {
        byte[] buffer = new byte[chunk()];
        for (int count = read(buffer); count >= 0; count = read(buffer)) {
            int room = maxBytes - bytes.size();
            bytes.write(buffer, 0, Math.min(count, room));
            if (count > room) {
                return;
            }
        }
    }

    private int reserved(int maxBytes) {
        return Math.clamp(length(), 0, Math.min(maxBytes, MAX_RESERVED));
    }

    private int chunk() {
        return length() < 0 ? LARGE : Math.clamp(length(), SMALL, LARGE);
    }

    /** The Content-Length; negative if the server sent none. */
    private long length() {
        return body == null ? 0 : head.getEntity().getContentLength();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (ended && isKept() && connection.release()) {
            pool.give(origin, connection, maxIdle());
        } else {
            connection.close();
        }
    }

    private boolean isKept() {
        return connection.isConsistent()
                && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, head, HttpCoreContext.create());
    }

    /** One second less than the server's own limit, so that the server is never the first to close. */
    private Duration maxIdle() {
        Optional<Matcher> timeout =
                header("Keep-Alive").map(SERVER_TIMEOUT::matcher).filter(Matcher::find);
        if (timeout.isEmpty()) {
            return MAX_IDLE;
        }
        Duration server =
                Duration.ofSeconds(Math.max(0, Long.parseLong(timeout.get().group(1)) - 1));
        return server.compareTo(MAX_IDLE) < 0 ? server : MAX_IDLE;
    }

    /** Returns its array without a copy if it is exactly full. */
    private static final class Growing extends ByteArrayOutputStream {
        Growing(int expected) {
            super(expected);
        }

        byte[] taken() {
            return count == buf.length ? buf : toByteArray();
        }
    }

    /** A body has more bytes than its reader accepts. */
    public static final class TooLargeException extends IOException {
        @Serial
        private static final long serialVersionUID = 1;

        TooLargeException(int maxBytes) {
            super("the answer is larger than " + maxBytes + " bytes");
        }
    }
}
