package io.hookline.process.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.BooleanSupplier;

/** Metacontroller's metrics of leader election. */
public final class LeaderMetrics {

    private final Counter slowPath;

    /**
     * Registers the metrics.
     *
     * @param lease the name of the Lease
     */
    public LeaderMetrics(MeterRegistry registry, String lease, BooleanSupplier isLeader) {
        Gauge.builder("leader_election_master_status", () -> isLeader.getAsBoolean() ? 1 : 0)
                .description("1 if this process is the leader, 0 if it stands by")
                .tag("name", lease)
                .register(registry);
        slowPath = Counter.builder("leader_election_slowpath_total")
                .description("Renewals that had to read the lease first")
                .tag("name", lease)
                .register(registry);
    }

    /** Counts a renewal that had to read the lease first. */
    public void slowPath() {
        slowPath.increment();
    }
}
