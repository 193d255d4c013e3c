package io.hookline.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import java.time.Duration;
import java.util.Optional;

/** A watch on a connection of its own, which is released when it ends or is closed. */
final class KubeWatch implements Watch {

    private final WatchStream stream;
    private final AsyncBody body;

    KubeWatch(WatchStream stream, AsyncBody body) {
        this.stream = stream;
        this.body = body;
    }

    @Override
    public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
        WatchStream.Signal signal = stream.poll(Math.max(0, wait.toNanos()), body);
        if (signal instanceof WatchStream.Signal.Event(WatchEvent event)) {
            return Optional.of(event);
        }
        if (signal instanceof WatchStream.Signal.End end) {
            if (end.failure() != null) {
                throw end.failure();
            }
            return Optional.of(new WatchEvent.Ended());
        }
        return Optional.empty();
    }

    /** Ends the stream and its connection; whoever polls is told the end. */
    @Override
    public void close() {
        stream.end(null);
        body.cancel();
    }
}
