package io.hookline.election;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads and writes the Lease. Every update names the version that it replaces, so that only one of two can succeed. */
record LeaseLock(Cluster cluster, ElectionConfig config) {

    /** Annotation of the Lease: what a leader leaves for the next one. Programs that use client-go keep it. */
    static final String HANDOVER = "hookline.io/handover";

    /** Every server has it: no discovery is needed. */
    static final ApiResource LEASES = new ApiResource(
            "coordination.k8s.io/v1",
            "leases",
            "lease",
            "Lease",
            true,
            List.of(),
            List.of(),
            Set.of("get", "create", "update", "watch"),
            Set.of());

    /** The Lease, if it exists. */
    Optional<KubeObject> get() {
        try {
            return Optional.of(cluster.get(LEASES, new ObjectKey(config.namespace(), config.name())));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    /** Creates the Lease; throws {@link ClusterException.AlreadyExists} if there is one. */
    KubeObject create(LeaseRecord record) {
        ObjectNode lease = Json.NODES
                .objectNode()
                .put("apiVersion", LEASES.apiVersion())
                .put("kind", LEASES.gvk().kind());
        lease.putObject("metadata").put("name", config.name()).put("namespace", config.namespace());
        record.writeTo(lease);
        return cluster.create(LEASES, KubeObject.of(lease), WriteOptions.PLAIN);
    }

    /** Replaces a version of the Lease; throws {@link ClusterException.Conflict} if it is not the current one. */
    KubeObject update(KubeObject version, LeaseRecord record) {
        return update(version.tree(), record);
    }

    /** The same, with another text for the next leader. */
    KubeObject update(KubeObject version, LeaseRecord record, String handover) {
        ObjectNode lease = version.tree();
        ObjectNode metadata = (ObjectNode) lease.get("metadata");
        ObjectNode annotations = metadata.path("annotations") instanceof ObjectNode present
                ? present
                : metadata.putObject("annotations");
        if (handover.isEmpty()) {
            annotations.remove(HANDOVER);
        } else {
            annotations.put(HANDOVER, handover);
        }
        return update(lease, record);
    }

    private KubeObject update(ObjectNode lease, LeaseRecord record) {
        record.writeTo(lease);
        return cluster.update(LEASES, KubeObject.forUpdate(lease), WriteOptions.PLAIN);
    }

    /** Watches this one Lease, beginning with its present state. */
    Watch watch(Duration timeout) {
        return cluster.watch(
                LEASES,
                new WatchOptions(
                        config.namespace(),
                        LabelSelector.EVERYTHING,
                        "metadata.name=" + config.name(),
                        "",
                        false,
                        false,
                        timeout));
    }

    /** What the last leader left. */
    static String handoverOf(KubeObject lease) {
        String text = lease.annotation(HANDOVER);
        return text == null ? "" : text;
    }
}
