package io.hookline.kube;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.http.Response;
import io.hookline.object.DecodeException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A watch on its own connection, which is closed when the watch ends or is closed. */
final class KubeWatch implements Watch, Runnable, WatchPings.Line {

    private static final int CHUNK = 8 << 10;

    private final KubeRequest request;
    private final Response response;
    private final Consumer<KubeWatch> onEnd;
    private final WatchEventQueue signals = new WatchEventQueue();
    private final WatchDecoder lines = new WatchDecoder(WatchDecoder.MAX_LINE, signals::offer);

    KubeWatch(KubeRequest request, Response response, Consumer<KubeWatch> onEnd) {
        this.request = request;
        this.response = response;
        this.onEnd = onEnd;
    }

    /** Reads until the watch ends, on a thread of its own. */
    @Override
    public void run() {
        try (response) {
            byte[] buffer = new byte[CHUNK];
            for (int count = response.read(buffer); count >= 0; count = response.read(buffer)) {
                lines.feed(buffer, count);
                signals.awaitRoom();
            }
            signals.end(
                    lines.isMidLine()
                            ? new ClusterException.Unreachable(request + ": ended in the middle of an event", null)
                            : null);
        } catch (ClusterException e) {
            signals.end(e);
        } catch (DecodeException e) {
            signals.end(new ClusterException.Unreachable(request + ": " + e.getMessage(), e));
        } catch (IOException e) {
            signals.end(ErrorMapper.lost(request, e));
        } catch (InterruptedException _) {
            signals.end(null);
        } finally {
            onEnd.accept(this);
        }
    }

    @Override
    public boolean canPing() {
        return response.canPing();
    }

    @Override
    public void ping() throws IOException {
        response.ping();
    }

    @Override
    public long receivedAt() {
        return response.receivedAt();
    }

    @Override
    public void fail(String why) {
        signals.end(new ClusterException.Unreachable(request + ": " + why, null));
        response.close();
    }

    @Override
    public void renew() {
        close();
    }

    @Override
    public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
        WatchEventQueue.Signal signal = signals.poll(Math.max(0, wait.toNanos()));
        if (signal instanceof WatchEventQueue.Signal.Event(WatchEvent event)) {
            return Optional.of(event);
        }
        if (signal instanceof WatchEventQueue.Signal.End end) {
            if (end.failure() != null) {
                throw end.failure();
            }
            return Optional.of(new WatchEvent.Ended());
        }
        return Optional.empty();
    }

    /** Ends the stream and closes its connection; a caller that polls receives the end. */
    @Override
    public void close() {
        signals.end(null);
        response.close();
    }
}
