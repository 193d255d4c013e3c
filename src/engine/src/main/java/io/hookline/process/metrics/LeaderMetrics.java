package io.hookline.process.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.BooleanSupplier;

/** Metacontroller's metrics of leader election. */
public final class LeaderMetrics {

    private final CounterDataPoint slowPath;

    /**
     * Registers the metrics.
     *
     * @param lease the name of the Lease
     */
    public LeaderMetrics(PrometheusRegistry registry, String lease, BooleanSupplier isLeader) {
        MetricFamilies families = new MetricFamilies(registry);
        families.gauge(
                "leader_election_master_status",
                "1 if this process is the leader, 0 if it stands by.",
                values -> values.call(isLeader.getAsBoolean() ? 1 : 0, lease),
                "name");
        slowPath = families.counter(
                        "leader_election_slowpath_total", "Renewals that had to read the lease first.", "name")
                .labelValues(lease);
    }

    /** Counts a renewal that had to read the lease first. */
    public void slowPath() {
        slowPath.inc();
    }
}
