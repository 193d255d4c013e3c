package io.hookline.web;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritePendingException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A connection that knows since when a request arrives, or a response waits for its client. Jetty's idle timeout starts again with
 * each byte, so a client that sends one byte now and then would keep a connection forever.
 *
 * <p>Between the requests for an {@link AsyncRoute} it asks the selector for nothing, see {@link #onSelected}.
 *
 * <p>Accepts the end of a request, see {@link Request#addCompletionListener}.
 */
final class TimedEndPoint extends SocketChannelEndPoint implements Consumer<Throwable> {

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.IDLE);

    /** Whether the selector is interested in reads, or about to be; false if that is not known. */
    private volatile boolean readInterest;

    private volatile long requestStart;
    private volatile long writeStart;

    private enum Phase {
        IDLE,
        HEAD,
        BODY,
        ANSWER,

        /** The handler does not know yet that the rest of the body would come too late. */
        OVERDUE_BODY,

        OVERDUE
    }

    TimedEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(channel, selector, key, scheduler);
    }

    /** The connection of a request. */
    static TimedEndPoint of(Request request) {
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        return (TimedEndPoint)
                (endPoint instanceof SslConnection.SslEndPoint tls
                        ? tls.getSslConnection().getEndPoint()
                        : endPoint);
    }

    /**
     * A key of the selector is ready. Its interest in reads goes on if the selecting thread itself reads now, as for an
     * AsyncRoute: the request of this client will be followed by another one. Jetty would end the interest, and the thread that
     * completes the response would have to wake up the selector to begin it again. The interest ends when bytes arrive, or the client
     * leaves, while nobody reads. It also ends if another thread is to read: until that one has read, the key would be ready again and
     * again.
     *
     * @return null if there is nothing to do. Jetty would start another selecting thread for a task that finds no reader
     */
    @Override
    public @Nullable Runnable onSelected() {
        boolean hasReader = isFillInterested();
        Runnable task = super.onSelected(); // ends the interest
        boolean goesOn = hasReader && Invocable.getInvocationType(task) == InvocationType.NON_BLOCKING;
        // In this order: a reader that comes from now on either sees the interest ended, or is seen below.
        readInterest = goesOn;
        if (goesOn) {
            super.needsFillInterest();
        }
        return hasReader || isFillInterested() || getWriteFlusher().isPending() ? task : null;
    }

    @Override
    protected void needsFillInterest() {
        if (!readInterest) {
            readInterest = true;
            super.needsFillInterest();
        }
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        int filled = super.fill(buffer);
        if (filled > 0 && phase.get() == Phase.IDLE) {
            requestStart = System.nanoTime();
            phase.compareAndSet(Phase.IDLE, Phase.HEAD);
        }
        return filled;
    }

    @Override
    public void write(Callback callback, ByteBuffer... buffers) throws WritePendingException {
        writeStart = System.nanoTime();
        super.write(callback, buffers);
    }

    /** The head of a request was read; returns false if that was too late. */
    boolean headRead(boolean hasBody) {
        if (phase.compareAndSet(Phase.IDLE, Phase.HEAD)) {
            requestStart = System.nanoTime(); // the request arrived together with the one before it
        }
        return phase.compareAndSet(Phase.HEAD, hasBody ? Phase.BODY : Phase.ANSWER);
    }

    /** The whole body of the request was read. */
    void bodyRead() {
        phase.compareAndSet(Phase.BODY, Phase.ANSWER);
    }

    /** Whether the rest of the request would come too late. If so, no further read of it is ended. */
    boolean isOverdue() {
        return phase.compareAndSet(Phase.OVERDUE_BODY, Phase.OVERDUE) || phase.get() == Phase.OVERDUE;
    }

    /** The response is complete. */
    @Override
    public void accept(Throwable failure) {
        phase.set(Phase.IDLE);
    }

    /**
     * Ends a request that has not arrived in time, and a response that the client does not read.
     *
     * @param response the response to a request whose head is not complete
     */
    void check(Duration limit, Supplier<byte[]> response) {
        long now = System.nanoTime();
        if (getWriteFlusher().isPending() && now - writeStart > limit.toNanos()) {
            close(new TimeoutException("the client does not read the response"));
            return;
        }
        boolean late = now - requestStart > limit.toNanos();
        if (late && phase.get() == Phase.HEAD && (hasOnlyShakenHands() || isUpgraded())) {
            phase.compareAndSet(Phase.HEAD, Phase.IDLE);
        } else if (late && phase.compareAndSet(Phase.HEAD, Phase.OVERDUE)) {
            answerAndClose(response.get());
        } else if (late) {
            phase.compareAndSet(Phase.BODY, Phase.OVERDUE_BODY);
        }
        if (phase.get() == Phase.OVERDUE_BODY) {
            // Again at the next check, because a read that begins only now does not learn of it.
            onIdleExpired(new TimeoutException("the request did not arrive in time"));
        }
    }

    /** The first bytes of a connection with TLS are no request: a client may keep the connection for later. */
    private boolean hasOnlyShakenHands() {
        return getConnection() instanceof SslConnection tls
                && !shakesHands(tls)
                && Objects.requireNonNull(tls.getSslEndPoint()).getConnection() instanceof HttpConnection http
                && http.getParser().isStart();
    }

    /** What a client sends on a WebSocket is no request. */
    private boolean isUpgraded() {
        Connection connection = getConnection() instanceof SslConnection tls
                ? Objects.requireNonNull(tls.getSslEndPoint()).getConnection()
                : getConnection();
        return connection != null && !(connection instanceof HttpConnection);
    }

    private static boolean shakesHands(SslConnection tls) {
        return !tls.getSSLEngine().getSession().isValid();
    }

    private void answerAndClose(byte[] response) {
        TimeoutException reason = new TimeoutException("the head of the request did not arrive in time");
        if (getConnection() instanceof SslConnection tls && shakesHands(tls)) {
            close(reason);
            return;
        }
        EndPoint end =
                getConnection() instanceof SslConnection tls ? Objects.requireNonNull(tls.getSslEndPoint()) : this;
        end.write(Callback.from(() -> end.close(reason)), ByteBuffer.wrap(response));
    }
}
