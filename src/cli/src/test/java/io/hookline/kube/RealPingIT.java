package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A real API server replies to the pings of an idle watch, and goes on with the watch. */
@RealControlPlane
class RealPingIT {

    @Test
    void aWatchContinuesAfterAsManyPingsAsItMayGet(ControlPlane plane, TestNamespace namespace) throws Exception {
        try (KubeCluster cluster = plane.connect("pings")) {
            ApiResource configMaps =
                    cluster.discover("v1").find("v1", "configmaps").orElseThrow();
            KubeObject before = create(cluster, configMaps, namespace.name(), "before");
            try (KubeWatch watch = (KubeWatch)
                    cluster.watch(configMaps, WatchOptions.from(before.resourceVersion(), Duration.ofMinutes(5)))) {
                assertThat(watch.canPing()).isTrue();
                for (int i = 0; i < WatchPings.MAX_PINGS; i++) {
                    long sent = System.nanoTime();
                    watch.ping();
                    Awaitility.await("reply " + i)
                            .atMost(WatchPings.PATIENCE)
                            .pollInterval(Duration.ofMillis(5))
                            .until(() -> watch.receivedAt() - sent > 0);
                }

                KubeObject after = create(cluster, configMaps, namespace.name(), "after");

                assertThat(next(watch, after)).isTrue();
            }
        }
    }

    private static KubeObject create(KubeCluster cluster, ApiResource configMaps, String namespace, String name) {
        KubeObject object = KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
                + name + "\",\"namespace\":\"" + namespace + "\"}}");
        return cluster.create(configMaps, object, WriteOptions.PLAIN);
    }

    private static boolean next(KubeWatch watch, KubeObject wanted) throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            Optional<WatchEvent> event = watch.poll(Duration.ofMillis(200));
            if (event.isPresent()
                    && event.get() instanceof WatchEvent.Added(KubeObject object)
                    && object.uid().equals(wanted.uid())) {
                return true;
            }
        }
        return false;
    }
}
