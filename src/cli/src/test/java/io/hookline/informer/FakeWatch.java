package io.hookline.informer;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A watch of a {@link FakeCluster}, guarded by the lock of that cluster. */
final class FakeWatch implements Watch {
    final Deque<WatchEvent> pending = new ArrayDeque<>();
    final Deque<WatchEvent> recent = new ArrayDeque<>();
    long sent;
    RuntimeException failure;

    private final FakeCluster server;
    private boolean closed;

    FakeWatch(FakeCluster server) {
        this.server = server;
    }

    @Override
    public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
        server.lock.lockInterruptibly();
        try {
            long left = wait.toNanos();
            Optional<WatchEvent> next = next();
            while (next.isEmpty() && left > 0) {
                left = server.changed.awaitNanos(left);
                next = next();
            }
            return next;
        } finally {
            server.lock.unlock();
        }
    }

    private Optional<WatchEvent> next() {
        if (closed) {
            throw new ClusterException.Unreachable("closed", null);
        }
        if (failure != null) {
            throw failure;
        }
        if (pending.isEmpty() && !server.lagging) {
            if (sent < server.compactedTo) {
                throw new ClusterException.Expired("too old resource version: " + sent);
            }
            server.log.stream()
                    .filter(logged -> logged.version() > sent)
                    .findFirst()
                    .ifPresent(logged -> {
                        pending.add(logged.event());
                        sent = logged.version();
                    });
        }
        Optional<WatchEvent> next = Optional.ofNullable(pending.poll());
        next.ifPresent(this::remember);
        return next;
    }

    private void remember(WatchEvent event) {
        if (!(event instanceof WatchEvent.Ended) && !(event instanceof WatchEvent.Bookmark)) {
            recent.add(event);
            if (recent.size() > 5) {
                recent.remove();
            }
        }
    }

    @Override
    public void close() {
        server.locked(() -> {
            closed = true;
            server.watches.remove(this);
            if (!server.closeFailures.isEmpty()) {
                throw server.closeFailures.poll();
            }
        });
    }
}
