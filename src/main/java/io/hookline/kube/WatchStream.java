package io.hookline.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WatchEvent;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The way of events from the connection to the one who polls. It holds a bounded number of bytes: when nobody polls,
 * nothing more is read from the connection, and the server waits.
 */
final class WatchStream implements AsyncBody.Consumer<List<ByteBuffer>> {

    /** What waits at most, apart from the chunk that goes past it. */
    private static final long MOST_WAITING = 8L << 20;

    /** What an event costs besides its bytes. */
    private static final long PER_EVENT = 2048;

    /** An event, or the end: orderly without a failure. */
    sealed interface Signal {
        record Event(WatchEvent event) implements Signal {}

        record End(@Nullable ClusterException failure) implements Signal {}
    }

    private final KubeRequest request;
    private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicBoolean paused = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final WatchLines lines;

    WatchStream(KubeRequest request, int maxLine) {
        this.request = request;
        this.lines = new WatchLines(maxLine, this::offer);
    }

    /** Starts to read, once the server has agreed. */
    KubeWatch start(AsyncBody body) {
        var _ = body.done().whenComplete((_, failure) -> finish(failure));
        body.consume();
        return new KubeWatch(this, body);
    }

    @Override
    public void consume(List<ByteBuffer> buffers, AsyncBody body) {
        try {
            buffers.forEach(lines::feed);
        } catch (ClusterException e) {
            end(e);
            body.cancel();
            return;
        } catch (DecodeException e) {
            end(new ClusterException.Unreachable(request + ": " + e.getMessage(), e));
            body.cancel();
            return;
        }
        if (waiting.get() < MOST_WAITING) {
            body.consume();
            return;
        }
        paused.set(true);
        resume(body); // everything may have been polled just before
    }

    private void resume(AsyncBody body) {
        if (waiting.get() < MOST_WAITING / 2 && paused.compareAndSet(true, false)) {
            body.consume();
        }
    }

    private void offer(WatchEvent event) {
        waiting.addAndGet(weight(event));
        signals.add(new Signal.Event(event));
    }

    private static long weight(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added(KubeObject object) -> PER_EVENT + object.size();
            case WatchEvent.Modified(KubeObject object) -> PER_EVENT + object.size();
            case WatchEvent.Deleted(KubeObject object) -> PER_EVENT + object.size();
            case WatchEvent.Bookmark _, WatchEvent.Ended _ -> PER_EVENT;
        };
    }

    private void finish(@Nullable Throwable failure) {
        if (failure instanceof CancellationException) {
            end(null);
        } else if (failure != null) {
            end(Failures.lost(request, failure));
        } else if (lines.isMidLine()) {
            end(new ClusterException.Unreachable(request + ": ended in the middle of an event", null));
        } else {
            end(null);
        }
    }

    /** The first end counts. */
    void end(@Nullable ClusterException failure) {
        if (ended.compareAndSet(false, true)) {
            signals.add(new Signal.End(failure));
        }
    }

    /** The next signal, or null when none came in time; the end is told again and again. */
    @Nullable
    Signal poll(long nanos, AsyncBody body) throws InterruptedException {
        Signal signal = signals.poll(nanos, TimeUnit.NANOSECONDS);
        if (signal instanceof Signal.Event(WatchEvent event)) {
            waiting.addAndGet(-weight(event));
            resume(body);
        } else if (signal != null) {
            signals.add(signal);
        }
        return signal;
    }
}
