package io.hookline.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * One connection. Used by one thread at a time; {@link #cut} may come from any, and ends whatever waits on it. As with every
 * interruptible channel, so does an interrupt of the thread that waits.
 */
final class HttpConnection implements Closeable {

    /** More than any proxy or server needs; it keeps an endless header from filling the memory. */
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(64 << 10)
            .setMaxHeaderCount(1000)
            .setBufferSize(16 << 10) // a TLS record
            .build();

    private static final HttpRequestExecutor EXECUTOR = new HttpRequestExecutor();

    private final SocketChannel channel;
    private final Deadlines deadlines;
    private final Consumer<HttpConnection> onEnd;
    private DefaultBHttpClientConnection wire = newWire();

    private @Nullable Future<?> guard;
    private volatile @Nullable IOException cutBecause;

    HttpConnection(SocketChannel channel, Deadlines deadlines, Consumer<HttpConnection> onEnd) {
        this.channel = channel;
        this.deadlines = deadlines;
        this.onEnd = onEnd;
    }

    /** One that notices when the server answers before it has read all. */
    private static DefaultBHttpClientConnection newWire() {
        return new DefaultBHttpClientConnection(
                LIMITS, null, null, null, null, MonitoringResponseOutOfOrderStrategy.INSTANCE, null, WholeHead::parser);
    }

    Socket socket() {
        return channel.socket();
    }

    /** Speaks HTTP over the socket itself. */
    void bind() throws IOException {
        wire.bind(channel.socket());
    }

    /** Speaks HTTP over TLS, from now on. */
    void bind(SSLSocket secured) throws IOException {
        wire = newWire();
        wire.bind(secured, channel.socket());
    }

    /** Sends a request and waits for the head of its answer. */
    ClassicHttpResponse exchange(ClassicHttpRequest request) throws IOException {
        try {
            return EXECUTOR.execute(request, wire, HttpCoreContext.create());
        } catch (HttpException e) {
            throw new IOException("not a valid HTTP answer: " + e.getMessage(), e);
        }
    }

    /** How many bytes the server has sent so far. */
    long received() {
        return wire.getEndpointDetails().getReceivedBytesCount();
    }

    /** From now on it may be used for so long. */
    void limit(long nanos, Duration shown) {
        release();
        guard = deadlines.after(Math.max(0, nanos), () -> cut(new SocketTimeoutException("no answer within " + shown)));
    }

    /** From now on it may be idle for so long. */
    void idle(Duration most) {
        release();
        guard = deadlines.after(most.toNanos(), this::close);
    }

    /** There is no limit any more. */
    void release() {
        Future<?> set = guard;
        if (set != null) {
            set.cancel(false);
            guard = null;
        }
    }

    /**
     * Whether an idle connection still stands: nothing has arrived. What arrives without being asked for is the other end's
     * farewell, or something that we would take for an answer.
     */
    boolean isQuiet() {
        try {
            channel.configureBlocking(false);
            int arrived = channel.read(ByteBuffer.allocate(1));
            channel.configureBlocking(true);
            return arrived == 0;
        } catch (IOException _) {
            return false;
        }
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

    /** Why a use of it failed: what ended it on our side comes first. */
    IOException reason(IOException failure) {
        IOException ours = cutBecause;
        return ours == null ? failure : ours;
    }

    /** Ends it without a farewell, which could block. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // It is gone either way.
        }
        onEnd.accept(this);
    }
}
