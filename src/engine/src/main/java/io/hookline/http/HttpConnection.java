package io.hookline.http;

import io.hookline.http.Deadlines.Deadline;
import io.hookline.object.HumanDuration;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.net.SocketOption;
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
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.HttpTransportMetrics;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One connection, used by one thread at a time. Any thread may call {@link #cut} and {@link #close}; both end a wait on
 * the connection. As with every interruptible channel, an interrupt of the waiting thread closes it too.
 */
final class HttpConnection implements Closeable {

    /** Larger than any proxy or server needs. */
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(64 << 10)
            .setMaxHeaderCount(1000)
            .setBufferSize(16 << 10) // a TLS record
            .build();

    private static final int FIRST_FINAL_STATUS = 200;

    private final SocketChannel channel = SocketChannel.open();
    private final Deadlines deadlines;
    private final Consumer<HttpConnection> onEnd;
    private DefaultBHttpClientConnection wire = newWire();
    private volatile @Nullable SSLSocket secured;
    private volatile @Nullable TimedSocket timed;
    private @Nullable SessionInputBuffer input;
    private boolean incomplete;
    private boolean forwarded;
    private Optional<String> proxyAuthorization = Optional.empty();

    private final AtomicReference<@Nullable Deadline> guard = new AtomicReference<>();
    private volatile @Nullable IOException cutBecause;

    /** Not connected yet. */
    HttpConnection(Deadlines deadlines, Consumer<HttpConnection> onEnd) throws IOException {
        this.deadlines = deadlines;
        this.onEnd = onEnd;
    }

    /** A connection that notices when the server responds before it has read the whole request. */
    private DefaultBHttpClientConnection newWire() {
        return new DefaultBHttpClientConnection(
                LIMITS,
                null,
                StandardCharsets.UTF_8.newEncoder(), // without it, characters beyond ASCII become question marks
                null,
                null,
                this::isAnsweredEarly,
                null,
                limits -> ResponseHeadReader.parser(limits, buffer -> input = buffer));
    }

    /** Connects, and uses HTTP directly over the socket. */
    void connect(SocketAddress address, int millis) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        KeepAlive.enable(channel);
        channel.socket().connect(address, millis);
        wire.bind(channel.socket());
    }

    /** Starts TLS; HTTP uses it from now on. */
    void secure(TlsLayer tls, Origin origin) throws IOException {
        TimedSocket carrier = new TimedSocket(channel.socket());
        SSLSocket socket = tls.over(carrier, origin);
        wire = newWire();
        wire.bind(socket, channel.socket());
        timed = carrier;
        secured = socket;
    }

    /** Whether {@link #ping} has an effect: with TLS 1.3. */
    boolean canPing() {
        return secured != null && secured.getSession().getProtocol().equals("TLSv1.3");
    }

    /**
     * Requests a reply of the other end's TLS layer: new keys in both directions. It costs some bytes and no HTTP
     * request, and also arrives through proxies that pass on bytes. Any thread may call it while another one reads.
     */
    void ping() throws IOException {
        if (secured != null) {
            secured.startHandshake();
        }
    }

    /**
     * When the last byte arrived, of whatever layer, as {@link System#nanoTime}; now without TLS, where it is not
     * known.
     */
    long receivedAt() {
        return timed == null ? System.nanoTime() : timed.receivedAt();
    }

    /**
     * Marks the other end as a proxy that forwards requests, not bytes.
     *
     * @param authorization the Proxy-Authorization header of each request
     */
    void useForwardProxy(Optional<String> authorization) {
        forwarded = true;
        proxyAuthorization = authorization;
    }

    /** Whether requests name the whole URL, for the proxy that forwards them. */
    boolean isForwarded() {
        return forwarded;
    }

    Optional<String> proxyAuthorization() {
        return proxyAuthorization;
    }

    /** Sends a request and waits for the head of its response. */
    ClassicHttpResponse exchange(ClassicHttpRequest request) throws IOException {
        try {
            submit(request);
            ClassicHttpResponse head = wire.receiveResponseHeader();
            while (head.getCode() < FIRST_FINAL_STATUS) {
                head = wire.receiveResponseHeader();
            }
            if (MessageSupport.canResponseHaveBody(request.getMethod(), head)) {
                wire.receiveResponseEntity(head);
            }
            return head;
        } catch (NoHttpResponseException e) { // its own words blame the server's address
            throw new IOException("the server closed the connection without an answer", e);
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
            // TLS cannot be used after a failure. A plain connection that the server no longer reads may still contain
            // its response to what it has read.
            if (request.getEntity() == null || secured != null || isCut() || arrived() == 0) {
                throw e;
            }
            incomplete = true;
        }
    }

    /** The library's own strategy would wait a millisecond for each 8 KiB that it sends over TLS. */
    private boolean isAnsweredEarly(
            ClassicHttpRequest request, HttpClientConnection connection, InputStream in, long sent, long next)
            throws IOException {
        // the bytes may also be a session ticket of TLS
        return arrived() > 0 && (secured == null || connection.isDataAvailable(Timeout.ONE_MILLISECOND));
    }

    private int arrived() throws IOException {
        return channel.socket().getInputStream().available();
    }

    /** Whether the last request was sent completely. Otherwise the server could read the next one as the rest of it. */
    boolean isConsistent() {
        return wire.isConsistent() && !incomplete;
    }

    /** The number of bytes received so far. */
    long received() {
        return wire.getEndpointDetails().getReceivedBytesCount();
    }

    /** Cuts the connection when no time is left. */
    void limit(Dialer.Limit limit) {
        release();
        guard.set(deadlines.whenOver(limit::left, () -> {
            if (limit.needsPermission()) {
                dropUnsent();
            }
            cut(new SocketTimeoutException("no answer within " + HumanDuration.text(limit.whole())));
        }));
    }

    /** What was not sent yet must not be sent without a permission: with this option, the system drops it. */
    private void dropUnsent() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException _) {
            // closed already
        }
    }

    /** Closes the connection after this time of idleness. */
    void idle(Duration maxIdle) {
        release();
        guard.set(deadlines.after(maxIdle.toNanos(), this::close));
    }

    /** Removes the limit. Returns false if it has expired already: then the connection is closed, or about to be. */
    boolean release() {
        Deadline set = guard.getAndSet(null);
        return set == null || set.cancel();
    }

    /**
     * Whether an idle connection is still open and has received nothing since its last response. Bytes without a
     * request are the end of the connection, or could be mistaken for a response.
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

    /** Closes the connection; a caller that waits on it gets this reason. */
    void cut(IOException because) {
        if (cutBecause == null) {
            cutBecause = because;
        }
        close();
    }

    /** Whether this side closed the connection with a reason. */
    boolean isCut() {
        return cutBecause != null;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** The reason of a failure: that of this side comes first. */
    IOException reason(IOException failure) {
        IOException ours = cutBecause;
        return ours == null ? failure : ours;
    }

    /** Closes the connection and ends its limit, without a TLS close message, which could block. */
    @Override
    public void close() {
        Deadline set = guard.get();
        if (set != null) {
            set.cancel(); // it stays set for release(), which must report that it is too late
        }
        try {
            channel.close();
        } catch (IOException _) {
            // The channel is closed in any case.
        }
        onEnd.accept(this);
    }

    /**
     * TCP keep-alive: the kernel closes a connection whose other end, or the way to it, has not acknowledged anything
     * for 25 s. Without these options it would wait for hours.
     */
    private static final class KeepAlive {

        private static final int IDLE_SECONDS = 15;
        private static final int INTERVAL_SECONDS = 5;
        private static final int PROBES = 2;

        private KeepAlive() {}

        /** Turns it on, as exactly as this platform allows. */
        static void enable(SocketChannel channel) throws IOException {
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
            set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
            set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        }

        private static void set(SocketChannel channel, SocketOption<Integer> option, int value) throws IOException {
            if (channel.supportedOptions().contains(option)) {
                channel.setOption(option, value);
            }
        }
    }

    /**
     * Reads the head of a response, which must end with an empty line and must not be too large. The library accepts
     * the end of the connection as the end of the head: half a head would be a success without a body. It also limits
     * each line, but not their sum.
     */
    static final class ResponseHeadReader implements SessionInputBuffer {

        /** In characters. */
        private static final int MAX_LENGTH = 1 << 20;

        private final SessionInputBuffer buffer;
        private boolean started;
        private int length;

        private ResponseHeadReader(SessionInputBuffer buffer) {
            this.buffer = buffer;
        }

        /**
         * Returns a parser of the library that reads through this class.
         *
         * @param seen receives the buffer that the parser reads from
         */
        static HttpMessageParser<ClassicHttpResponse> parser(Http1Config limits, Consumer<SessionInputBuffer> seen) {
            HttpMessageParser<ClassicHttpResponse> parser = new DefaultHttpResponseParserFactory(limits).create();
            return new HttpMessageParser<>() {
                @Override
                public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in)
                        throws IOException, HttpException {
                    seen.accept(buffer);
                    return parser.parse(new ResponseHeadReader(buffer), in);
                }
            };
        }

        @Override
        public int readLine(CharArrayBuffer line, InputStream in) throws IOException {
            int read = buffer.readLine(line, in);
            if (read < 0 && started) {
                throw new ConnectionClosedException("the connection ended in the middle of the answer's head");
            }
            started = true;
            length += Math.max(0, read);
            if (length > MAX_LENGTH) {
                throw new MessageConstraintException("the answer's head is larger than " + MAX_LENGTH + " bytes");
            }
            return read;
        }

        @Override
        public int length() {
            return buffer.length();
        }

        @Override
        public int capacity() {
            return buffer.capacity();
        }

        @Override
        public int available() {
            return buffer.available();
        }

        @Override
        public int read(byte[] bytes, int from, int count, InputStream in) throws IOException {
            return buffer.read(bytes, from, count, in);
        }

        @Override
        public int read(byte[] bytes, InputStream in) throws IOException {
            return buffer.read(bytes, in);
        }

        @Override
        public int read(InputStream in) throws IOException {
            return buffer.read(in);
        }

        @Override
        public HttpTransportMetrics getMetrics() {
            return buffer.getMetrics();
        }
    }
}
