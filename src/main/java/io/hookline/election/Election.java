package io.hookline.election;

import io.hookline.cluster.Cluster;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Competes for a Lease on threads of its own, so that nothing that the process does delays a renewal. Close it when nothing of the
 * leader's work is in flight any more: that releases the Lease. Thread-safe.
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
     * @param cluster for the requests of the election only: they must wait for no others, and each must end within {@link
     *     Fence#renewalTime}
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
}
