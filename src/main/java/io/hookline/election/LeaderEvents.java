package io.hookline.election;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
        event.putObject("metadata").put("name", config.name() + "." + suffix).put("namespace", config.namespace());
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
