package io.hookline.election;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Competes for a Lease on threads of its own, so that nothing that the process does delays a renewal. Close it when
 * nothing of the leader's work is in flight any more: that releases the Lease. Thread-safe.
 */
public final class Election implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Election.class);

    /** More than the timeout of a renewal. */
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

    /** An event must not delay the end of the process. */
    private static final Duration EVENT_WITHIN = Duration.ofMillis(300);

    private final ElectionConfig config;
    private final Elector elector;
    private final Fence fence;
    private final ElectionListener listener;
    private final LeaderEvents events;
    private final LeaseWatch watch;
    private final ThreadFactory threads;
    private final Semaphore wake = new Semaphore(0);
    private volatile boolean closing;
    private @Nullable Thread loop;

    /**
     * An election that has not started.
     *
     * @param cluster for the requests of the election only: they must wait for no others, and each must end within
     *     {@link Fence#renewalTime}
     * @param handover what a leader leaves for the next one
     */
    public Election(
            Cluster cluster,
            ElectionConfig config,
            ElectionClock clock,
            Fence fence,
            ThreadFactory threads,
            Supplier<String> handover,
            ElectionListener listener) {
        this.config = config;
        this.fence = fence;
        this.listener = listener;
        this.threads = threads;
        this.events = new LeaderEvents(cluster, config, clock);
        this.elector = new Elector(cluster, config, clock, fence, handover, new Reports());
        this.watch = new LeaseWatch(new LeaseLock(cluster, config), elector, wake::release);
    }

    /** Starts to compete. */
    public synchronized void start() {
        LOG.atInfo()
                .addKeyValue("lock", config.lease())
                .addKeyValue("identity", config.identity())
                .log("Attempting to acquire leader lease...");
        loop = threads.newThread(this::run);
        loop.start();
        threads.newThread(watch).start();
    }

    private void run() {
        try {
            while (!closing && elector.role() != Elector.Role.ENDED) {
                Duration pause = elector.step();
                var _ = wake.tryAcquire(Math.max(0, pause.toNanos()), TimeUnit.NANOSECONDS);
                wake.drainPermits();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            LOG.atError().setCause(e).log("leader election failed unexpectedly");
            fence.close();
            listener.lost("leader election failed: " + e);
        }
    }

    /** Logs, and sends the events. */
    private final class Reports implements ElectionListener {
        @Override
        public void elected(String handover) {
            LOG.atInfo().addKeyValue("lock", config.lease()).log("Successfully acquired lease");
            threads.newThread(() -> events.record("became leader")).start();
            listener.elected(handover);
        }

        @Override
        public void lost(String why) {
            LOG.atError()
                    .addKeyValue("lock", config.lease())
                    .addKeyValue("why", why)
                    .log("leader election lost");
            listener.lost(why);
        }

        @Override
        public void slowPath() {
            listener.slowPath();
        }
    }

    /** Renews the Lease now, so that what is left for the next leader is stored. */
    public void renewNow() {
        wake.release();
    }

    /** Whether this process is the leader and may write. */
    public boolean isLeader() {
        return elector.role() == Elector.Role.LEADER && fence.isOpen();
    }

    /** The identity of the present leader as last seen, or an empty text. */
    public String leader() {
        return elector.holder();
    }

    /** Why this process can neither become nor stay the leader, if this lasts. */
    public Optional<String> problem() {
        return elector.problem();
    }

    /** Stops competing. A leader releases the Lease; another process returns at once. */
    @Override
    public synchronized void close() {
        closing = true;
        wake.release();
        watch.close();
        if (!ended(loop, CLOSE_WITHIN)) {
            fence.close();
            return; // a request for the Lease hangs; the others wait for the lease duration
        }
        if (elector.role() == Elector.Role.LEADER) {
            Thread event = threads.newThread(() -> events.record("stopped leading"));
            event.start();
            if (elector.resign()) {
                LOG.atInfo().addKeyValue("lock", config.lease()).log("leader lease released");
            }
            ended(event, EVENT_WITHIN);
        } else {
            elector.resign();
        }
    }

    private static boolean ended(@Nullable Thread thread, Duration within) {
        try {
            return thread == null || thread.join(within);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Writes the events of client-go about the Lease. */
    record LeaderEvents(Cluster cluster, ElectionConfig config, ElectionClock clock) {

        private static final Logger LOG = LoggerFactory.getLogger(Election.class);

        private static final ApiResource EVENTS = new ApiResource(
                "v1", "events", "event", "Event", true, List.of("ev"), List.of(), Set.of("create"), Set.of());

        /** Sends one event, once: nothing depends on it. */
        void record(String what) {
            try {
                cluster.create(EVENTS, event(what), WriteOptions.PLAIN);
            } catch (ClusterException e) {
                LOG.atDebug().addKeyValue("error", e.getMessage()).log("event about the leader lease not delivered");
            }
        }

        private KubeObject event(String what) {
            Instant now = clock.read().wall();
            String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
            String suffix = Long.toHexString(now.getEpochSecond() * 1_000_000_000L + now.getNano());
            ObjectNode event = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "Event");
            event.putObject("metadata")
                    .put("name", config.name() + "." + suffix)
                    .put("namespace", config.namespace());
            event.putObject("involvedObject")
                    .put("apiVersion", LeaseLock.LEASES.apiVersion())
                    .put("kind", LeaseLock.LEASES.gvk().kind())
                    .put("namespace", config.namespace())
                    .put("name", config.name());
            event.put("type", "Normal")
                    .put("reason", "LeaderElection")
                    .put("message", config.identity() + " " + what)
                    .put("count", 1)
                    .put("firstTimestamp", time)
                    .put("lastTimestamp", time);
            event.putObject("source").put("component", config.identity());
            event.put("reportingComponent", config.identity()).put("reportingInstance", "");
            return KubeObject.of(event);
        }
    }

    /**
     * Watches the Lease, so that a standby takes it as soon as it is released. Without the permission to watch, the
     * standby reads the Lease at its retries only, as client-go does.
     */
    static final class LeaseWatch implements Runnable, AutoCloseable {

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
                // A holder renews much more often than this: without an event, the connection is dead or the Lease is
                // free.
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
}
