package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Many changes of one parent on a real API server. */
@RealControlPlane
class RealQueueIT {

    private static final String NAME = "storm";
    private static final int PATCHES = 500;
    private static final Set<String> READS = Set.of("get", "list");

    @Test
    void manyPatchesOfOneParentCostFewHookCallsAndNoRead(ControlPlane plane, TestNamespace namespace) throws Exception {
        try (KubeCluster admin = plane.connect("faults");
                Scene scene = new Scene(admin, NAME, namespace.name());
                CountedHook hook = new CountedHook(CountedWorld::oneChild, Duration.ofMillis(10));
                KubeCluster connection = plane.connect(NAME)) {
            scene.control(hook.url(), "InPlace");
            ApiResource things = scene.things();
            scene.put(things, "p", 1, "first");
            try (WatcherProcess _ = scene.watch(connection)) {
                CountedWorld.await().until(() -> hook.count() >= 2);
                CountedWorld.awaitStill(hook::count, Duration.ofMillis(500));
                int calls = hook.count();
                long reads = reads(plane);
                long start = System.nanoTime();

                Patches.send(PATCHES, number -> patch(admin, things, namespace, number));
                KubeObject last = admin.get(things, new ObjectKey(namespace.name(), "p"));
                CountedWorld.awaitStill(hook::count, Duration.ofMillis(500));
                double seconds = (System.nanoTime() - start) / 1e9;

                List<CountedHook.Call> all = hook.calls("p");
                assertThat(all.getLast().generation()).isEqualTo(last.generation());
                assertThat(hook.atOnce("p")).isEqualTo(1);
                Figure.of("hook calls per second during 500 patches of one parent on a real API server", "calls/s")
                        .atMost(30)
                        .is((all.size() - calls) / seconds);
                Figure.of("requests that read objects in the audit log for these syncs", "requests")
                        .atMost(0)
                        .is(reads(plane) - reads);
            }
        }
    }

    private static void patch(KubeCluster admin, ApiResource things, TestNamespace namespace, int number) {
        admin.patch(
                things,
                new ObjectKey(namespace.name(), "p"),
                Patch.merge("{\"spec\":{\"text\":\"text-" + number + "\"}}"),
                WriteOptions.PLAIN);
    }

    private static long reads(ControlPlane plane) {
        return plane.audit().requestsOf("hookline/" + NAME).stream()
                .filter(request -> READS.contains(request.verb()))
                .count();
    }
}
