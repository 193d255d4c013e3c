package io.hookline.election;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.WatcherFixture;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Two electors of one Lease, with a manual clock and requests that can fail. */
abstract class ElectorFixture {

    static final ObjectKey KEY = new ObjectKey("default", "metacontroller");
    static final Duration RETRY = Duration.ofSeconds(2);

    final ManualElectionTime time = new ManualElectionTime("2026-01-01T00:00:00.123456789Z");
    final Cluster local = WatcherFixture.newCluster();
    final Deque<Interposed> faults = new ArrayDeque<>();
    final Cluster cluster = ((Interposed) request -> {
                Interposed fault = faults.poll();
                return fault == null ? request.pass() : fault.answer(request);
            })
            .before(local);
    final Competitor a = competitor("a_1");
    final Competitor b = competitor("b_2");

    Competitor competitor(String name) {
        return new Competitor(name, cluster, time, ElectionTiming.DEFAULTS);
    }

    KubeObject lease() {
        return local.get(LeaseLock.LEASES, KEY);
    }

    JsonNode spec() {
        return lease().tree().path("spec");
    }

    /** Lets one request fail with this, before the server gets it. */
    void failNext(RuntimeException failure) {
        faults.add(_ -> {
            throw failure;
        });
    }

    /** Lets the server execute one request whose response is lost. */
    void loseNextResponse() {
        faults.add(request -> {
            var _ = request.pass();
            throw new ClusterException.OutcomeUnknown("no answer", null);
        });
    }

    static RuntimeException unreachable() {
        return new ClusterException.Unreachable("connection refused", null);
    }

    void changeLease(Consumer<ObjectNode> change) {
        ObjectNode tree = lease().tree();
        change.accept((ObjectNode) tree.get("spec"));
        local.update(LeaseLock.LEASES, KubeObject.forUpdate(tree), WriteOptions.PLAIN);
    }
}
