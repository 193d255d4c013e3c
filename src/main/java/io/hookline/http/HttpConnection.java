package io.hookline.http;

import io.hookline.http.Deadlines.Deadline;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One connection. Used by one thread at a time; {@link #cut} and {@link #close} may come from any, and end whatever waits on
 * it. As with every interruptible channel, so does an interrupt of the thread that waits.
 */
final class HttpConnection implements Closeable {

    /** More than any proxy or server needs. */
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(64 << 10)
            .setMaxHeaderCount(1000)
            .setBufferSize(16 << 10) // a TLS record
            .build();

    private static final int FIRST_ANSWER = 200;

    private final SocketChannel channel = SocketChannel.open();
    private final Deadlines deadlines;
    private final Consumer<HttpConnection> onEnd;
    private DefaultBHttpClientConnection wire = newWire();
    private @Nullable SSLSocket secured;
    private @Nullable SessionInputBuffer input;
    private boolean cutShort;
    private boolean passedOn;
    private Optional<String> proxyAuthorization = Optional.empty();

    private final AtomicReference<@Nullable Deadline> guard = new AtomicReference<>();
    private volatile @Nullable IOException cutBecause;

    /** Leads to nobody yet. */
    HttpConnection(Deadlines deadlines, Consumer<HttpConnection> onEnd) throws IOException {
        this.deadlines = deadlines;
        this.onEnd = onEnd;
    }

    /** One that notices when the server answers before it has read all. */
    private DefaultBHttpClientConnection newWire() {
        return new DefaultBHttpClientConnection(
                LIMITS,
                null,
                StandardCharsets.UTF_8.newEncoder(), // without it, what is not ASCII becomes a question mark
                null,
                null,
                this::isAnsweredEarly,
                null,
                limits -> ResponseHeadReader.parser(limits, buffer -> input = buffer));
    }

    /** Connects, and speaks HTTP over the socket itself. */
    void connect(SocketAddress address, int millis) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        channel.socket().connect(address, millis);
        wire.bind(channel.socket());
    }

    /** Speaks HTTP over TLS, from now on. */
    void secure(TlsLayer tls, Origin origin) throws IOException {
        SSLSocket socket = tls.over(channel.socket(), origin);
        wire = newWire();
        wire.bind(socket, channel.socket());
        secured = socket;
    }

    /**
     * Leads to a proxy that passes requests on, rather than bytes.
     *
     * @param authorization what it wants to hear with each
     */
    void passOn(Optional<String> authorization) {
        passedOn = true;
        proxyAuthorization = authorization;
    }

    /** Whether requests name the whole URL, for the proxy that passes them on. */
    boolean isPassedOn() {
        return passedOn;
    }

    Optional<String> proxyAuthorization() {
        return proxyAuthorization;
    }

    /** Sends a request and waits for the head of its answer. */
    ClassicHttpResponse exchange(ClassicHttpRequest request) throws IOException {
        try {
            submit(request);
            ClassicHttpResponse head = wire.receiveResponseHeader();
            while (head.getCode() < FIRST_ANSWER) {
                head = wire.receiveResponseHeader();
            }
            if (MessageSupport.canResponseHaveBody(request.getMethod(), head)) {
                wire.receiveResponseEntity(head);
            }
            return head;
        } catch (HttpException | IllegalArgumentException e) { // the latter for status 000
            throw new IOException("not a valid HTTP answer: " + e.getMessage(), e);
        }
    }

    private void submit(ClassicHttpRequest request) throws IOException, HttpException {
        wire.sendRequestHeader(request);
        try {
            wire.sendRequestEntity(request);
            wire.flush();
        } catch (IOException e) {
            // TLS is over after a failure, but a plain connection that takes no more may still have the answer to what
            // it took.
            if (request.getEntity() == null || secured != null || isCut() || arrived() == 0) {
                throw e;
            }
            cutShort = true;
        }
    }

    /** The library's own strategy would wait a millisecond for each 8 KiB that it sends over TLS. */
    private boolean isAnsweredEarly(
            ClassicHttpRequest request, HttpClientConnection connection, InputStream in, long sent, long next)
            throws IOException {
        // what has arrived may also be a session ticket of TLS
        return arrived() > 0 && (secured == null || connection.isDataAvailable(Timeout.ONE_MILLISECOND));
    }

    private int arrived() throws IOException {
        return channel.socket().getInputStream().available();
    }

    /** Whether all of the last request was sent: else the server could take the next one for the rest of it. */
    boolean isConsistent() {
        return wire.isConsistent() && !cutShort;
    }

    /** How many bytes the server has sent so far. */
    long received() {
        return wire.getEndpointDetails().getReceivedBytesCount();
    }

    /** From now on it may be used for so long. */
    void limit(long nanos, Duration shown) {
        endAfter(Math.max(0, nanos), () -> cut(new SocketTimeoutException("no answer within " + shown)));
    }

    /** From now on it may be idle for so long. */
    void idle(Duration most) {
        endAfter(most.toNanos(), this::close);
    }

    private void endAfter(long nanos, Runnable end) {
        release();
        guard.set(deadlines.after(nanos, end));
    }

    /** There is no limit any more; false if it was reached before, so that the connection is ended, or will be right now. */
    boolean release() {
        Deadline set = guard.getAndSet(null);
        return set == null || set.cancel();
    }

    /**
     * Whether an idle connection still stands, and has said nothing since its last answer. What arrives without being asked
     * for is the other end's farewell, or something that we would take for an answer.
     */
    boolean isQuiet() {
        try {
            return isNothingBuffered() && isNothingArriving();
        } catch (IOException _) {
            return false;
        }
    }

    private boolean isNothingBuffered() throws IOException {
        return (input == null || input.length() == 0)
                && (secured == null || secured.getInputStream().available() == 0);
    }

    private boolean isNothingArriving() throws IOException {
        channel.configureBlocking(false);
        int arrived = channel.read(ByteBuffer.allocate(1));
        channel.configureBlocking(true);
        return arrived == 0;
    }

    /** Ends it for a reason that whoever waits on it is told. */
    void cut(IOException because) {
        if (cutBecause == null) {
            cutBecause = because;
        }
        close();
    }

    /** Whether we ended it, for a reason of ours. */
    boolean isCut() {
        return cutBecause != null;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Why a use of it failed: what ended it on our side comes first. */
    IOException reason(IOException failure) {
        IOException ours = cutBecause;
        return ours == null ? failure : ours;
    }

    /** Ends it and its limit, without a farewell, which could block. */
    @Override
    public void close() {
        Deadline set = guard.get();
        if (set != null) {
            set.cancel(); // it stays for release(), which has to tell that it is too late
        }
        try {
            channel.close();
        } catch (IOException _) {
            // It is gone either way.
        }
        onEnd.accept(this);
    }
}
