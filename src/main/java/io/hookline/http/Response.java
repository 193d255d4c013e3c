package io.hookline.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashMap;
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
 * The head of an answer, and its body as it comes. Used by one thread at a time, but for {@link #close}. When the body was
 * read to its end, closing it keeps the connection for the next request; else it cuts it.
 */
public final class Response implements AutoCloseable {

    /** Shorter than servers and what stands between leave idle connections open: 60 s and more. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final Pattern SERVER_KEEPS = Pattern.compile("timeout=(\\d{1,6})");
    private static final int SMALL = 1 << 10;
    private static final int LARGE = 16 << 10;

    /** What a server's word about the length is good for: memory is taken for so much of it before any of it came. */
    private static final int TAKEN_AT_ITS_WORD = 4 << 20;

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

    /** As in {@code 200}. */
    public int status() {
        return head.getCode();
    }

    /** The first header field of this name, in any case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(head.getFirstHeader(name)).map(Header::getValue);
    }

    /** The first header field of each name, by the name in lower case. */
    public Map<String, String> headers() {
        Map<String, String> first = new HashMap<>();
        for (Header field : head.getHeaders()) {
            first.putIfAbsent(field.getName().toLowerCase(Locale.ROOT), field.getValue());
        }
        return first;
    }

    /** The limit of time for the call does not hold for the rest of its body. */
    public void unlimited() {
        connection.release();
    }

    /**
     * The next bytes, as soon as there are any; -1 at the end.
     *
     * @throws IOException as in {@link HttpClient#send}; also if the body breaks off
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
     * The whole body.
     *
     * @throws TooLargeException if there are more bytes
     * @throws IOException as in {@link #read}
     */
    public byte[] bytes(int most) throws IOException {
        Growing bytes = new Growing(reserved(most));
        fill(bytes, most);
        if (!ended) {
            throw new TooLargeException(most);
        }
        return bytes.taken();
    }

    /**
     * The first bytes of a body that is of no great interest: it may have more of them, or break off.
     *
     * @throws IOException if the time is over, or the thread was interrupted
     */
    public byte[] some(int most) throws IOException {
        Growing bytes = new Growing(reserved(most));
        try {
            fill(bytes, most);
        } catch (InterruptedIOException e) { // as a timeout is, too
            throw e;
        } catch (IOException _) {
            return bytes.taken();
        }
        return bytes.taken();
    }

    private void fill(Growing bytes, int most) throws IOException {
        byte[] buffer = new byte[chunk()];
        for (int count = read(buffer); count >= 0; count = read(buffer)) {
            int room = most - bytes.size();
            bytes.write(buffer, 0, Math.min(count, room));
            if (count > room) {
                return;
            }
        }
    }

    private int reserved(int most) {
        return Math.clamp(length(), 0, Math.min(most, TAKEN_AT_ITS_WORD));
    }

    private int chunk() {
        return length() < 0 ? LARGE : Math.clamp(length(), SMALL, LARGE);
    }

    /** As the server said, or negative. */
    private long length() {
        return body == null ? 0 : head.getEntity().getContentLength();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (ended && isKept() && connection.release()) {
            pool.give(origin, connection, kept());
        } else {
            connection.close();
        }
    }

    private boolean isKept() {
        return connection.isConsistent()
                && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, head, HttpCoreContext.create());
    }

    /** A second less than the server says, so that it is not the first to close. */
    private Duration kept() {
        Optional<Matcher> says = header("Keep-Alive").map(SERVER_KEEPS::matcher).filter(Matcher::find);
        if (says.isEmpty()) {
            return KEPT;
        }
        Duration theirs =
                Duration.ofSeconds(Math.max(0, Long.parseLong(says.get().group(1)) - 1));
        return theirs.compareTo(KEPT) < 0 ? theirs : KEPT;
    }

    /** Gives its array away when it is exactly full. */
    private static final class Growing extends ByteArrayOutputStream {
        Growing(int expected) {
            super(expected);
        }

        byte[] taken() {
            return count == buf.length ? buf : toByteArray();
        }
    }
}
