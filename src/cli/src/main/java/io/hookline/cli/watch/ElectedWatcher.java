package io.hookline.cli.watch;

import io.hookline.cli.terminal.Shutdown;
import io.hookline.console.Answers;
import io.hookline.election.Election;
import io.hookline.election.ElectionClock;
import io.hookline.election.ElectionConfig;
import io.hookline.election.ElectionListener;
import io.hookline.election.Fence;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.process.WatcherProcess;
import io.hookline.process.metrics.LeaderMetrics;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A watcher that runs the controllers while it holds the Lease. If it loses the Lease, the process ends with exit code
 * 1, as Metacontroller does: whatever it knew may be outdated.
 */
final class ElectedWatcher implements ElectionListener {

    /** A renewal, the event about it, and the watch of the Lease. */
    private static final int REQUESTS = 8;

    /** How long an orderly end may take after the Lease was lost. */
    private static final Duration END_WITHIN = Duration.ofSeconds(10);

    private final Shutdown shutdown;
    private final Fence fence;
    private final Election election;
    private final WatcherProcess watcher;
    private final LeaderMetrics metrics;
    private volatile boolean lost;

    private ElectedWatcher(
            ElectionConfig config,
            KubeOptions options,
            Optional<InProcessHooks> localHooks,
            WatcherOptions watcherOptions,
            PrometheusRegistry registry,
            Shutdown shutdown) {
        this.shutdown = shutdown;
        ElectionClock clock = new ElectionClock(System::nanoTime, InstantSource.system());
        this.fence = new Fence(clock);
        KubeCluster cluster = shutdown.closing(KubeCluster.connect(options.withGate(fence::writeTime)));
        KubeCluster leases = shutdown.closing(KubeCluster.connect(forLeases(options, config)));
        // Platform threads: hooks may occupy all threads that run virtual ones.
        ThreadFactory threads =
                Thread.ofPlatform().daemon().name("leader-election-", 0).factory();
        this.election = shutdown.closing(new Election(leases, config, clock, fence, threads, this::handover, this));
        // Closed before the election: syncs in flight finish while the Lease is still held.
        this.watcher =
                shutdown.closing(WatcherProcess.standBy(cluster, localHooks, watcherOptions, registry, fence::isOpen));
        this.metrics = new LeaderMetrics(registry, config.name(), election::isLeader);
        watcher.whenHandoverChanges(election::renewNow);
    }

    /** Starts to compete for the Lease; the shutdown ends it. */
    static ElectedWatcher start(
            ElectionConfig config,
            KubeOptions options,
            Optional<InProcessHooks> localHooks,
            WatcherOptions watcherOptions,
            PrometheusRegistry registry,
            Shutdown shutdown) {
        ElectedWatcher watcher = new ElectedWatcher(config, options, localHooks, watcherOptions, registry, shutdown);
        watcher.election.start();
        return watcher;
    }

    /** Connections of their own, so that a renewal waits neither for the throttle nor for other requests. */
    private KubeOptions forLeases(KubeOptions options, ElectionConfig config) {
        Duration timeout = config.timing().renewDeadline().dividedBy(2);
        return options.asPart("leader-election")
                .withoutThrottle()
                .withLimits(REQUESTS, timeout)
                .withGate(fence::renewalTime);
    }

    private String handover() {
        return watcher.handover();
    }

    @Override
    public void elected(String handover) {
        watcher.lead(handover);
    }

    @Override
    public void lost(String why) {
        lost = true;
        Thread.ofPlatform().daemon().name("leader-election-end").start(ElectedWatcher::haltAfterTimeout);
        watcher.abort();
        shutdown.request();
    }

    private static void haltAfterTimeout() {
        try {
            var _ = new CountDownLatch(1).await(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    @Override
    public void slowPath() {
        metrics.slowPath();
    }

    /** The exit code of the process. */
    int exitCode() {
        return lost ? 1 : 0;
    }

    /** What the console answers; a standby names the leader. */
    Answers answers() {
        return new Answers(watcher.view(), watcher.journal(), election::leader);
    }

    /** A standby is ready if it can take over. */
    HealthEndpoints.Health health() {
        HealthEndpoints.Health own = HealthEndpoints.Health.of(watcher);
        List<String> unready = new ArrayList<>(election.problem().stream().toList());
        unready.addAll(own.unready());
        List<String> notes = new ArrayList<>(own.notes());
        if (!election.isLeader()) {
            String leader = election.leader();
            notes.addFirst("standby, " + (leader.isEmpty() ? "there is no leader now" : "the leader is " + leader));
        }
        return new HealthEndpoints.Health(own.dead(), unready, notes);
    }
}
