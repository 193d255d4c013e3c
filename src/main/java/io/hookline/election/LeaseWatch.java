package io.hookline.election;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the Lease, so that a standby takes it as soon as it is released. Without the permission to watch, the standby reads the
 * Lease at its retries only, as client-go does.
 */
final class LeaseWatch implements Runnable, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Election.class);
    private static final Duration LENGTH = Duration.ofMinutes(5);

    private final LeaseLock lock;
    private final Elector elector;
    private final Runnable wake;
    private final ElectionTiming timing;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Watch open;
    private boolean explained;

    LeaseWatch(LeaseLock lock, Elector elector, Runnable wake) {
        this.lock = lock;
        this.elector = elector;
        this.wake = wake;
        this.timing = lock.config().timing();
    }

    /** Watches until it is closed. */
    @Override
    public void run() {
        try {
            do {
                watchOnce();
            } while (!closed.await(timing.retry().toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void watchOnce() throws InterruptedException {
        try (Watch watch = lock.watch(LENGTH)) {
            open = watch;
            // A holder renews much more often than this: without an event, the connection is dead or the Lease is free.
            Optional<WatchEvent> event = watch.poll(timing.lease());
            while (event.isPresent() && closed.getCount() > 0 && handled(event.get())) {
                event = watch.poll(timing.lease());
            }
        } catch (ClusterException e) {
            explain(e);
        }
    }

    /** Passes an event on; returns false if it is the last one. */
    private boolean handled(WatchEvent event) {
        boolean urgent = switch (event) {
            case WatchEvent.Added(var lease) -> elector.saw(lease);
            case WatchEvent.Modified(var lease) -> elector.saw(lease);
            case WatchEvent.Deleted _ -> elector.saw(null);
            case WatchEvent.Bookmark _, WatchEvent.Ended _ -> false;
        };
        if (urgent) {
            wake.run();
        }
        return !(event instanceof WatchEvent.Ended);
    }

    private void explain(ClusterException e) {
        if (!explained && e instanceof ClusterException.Forbidden) {
            explained = true;
            LOG.atInfo()
                    .addKeyValue("lock", lock.config().lease())
                    .addKeyValue("error", e.getMessage())
                    .log("the leader lease cannot be watched, so its release is noticed at the next retry only");
        }
    }

    @Override
    public void close() {
        closed.countDown();
        Watch current = open;
        if (current != null) {
            current.close();
        }
    }
}
