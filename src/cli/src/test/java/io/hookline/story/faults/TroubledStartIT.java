package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** A hook is never shown a part of what there is, however badly the watcher's first lists come. */
@RealControlPlane
class TroubledStartIT {

    private static final List<Fault> FAULTS = List.of(
            new Fault.Cut(),
            new Fault.Stall(),
            new Fault.Slow(150_000),
            new Fault.Flaky(20_000, 300_000),
            new Fault.Refuse(503, 1));

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(6);
    private static final int PARENTS = 40;
    private static final int CHILDREN = 5;

    @Test
    void theFirstCallForEachParentShowsAllItsChildren(ControlPlane plane, TestNamespace namespace) throws IOException {
        List<TroubledStart> starts = new ArrayList<>();
        try (KubeCluster admin = plane.connect("faults");
                Scene scene = new Scene(admin, "troubled", namespace.name())) {
            putFamilies(admin, scene, namespace.name());
            scene.control("http://hooks.test/sync", "OnDelete");
            Instant end = Instant.now().plus(LONG_ENOUGH);
            FAULTS.forEach(fault -> starts.add(new TroubledStart(fault, plane, scene.selector())));
            await().until(() -> Instant.now().isAfter(end));
            starts.forEach(start -> start.link().heal());
            Instant healed = Instant.now();

            Map<Fault, Integer> known = new HashMap<>();
            starts.forEach(start -> known.put(start.fault(), start.shownFirst().size()));
            for (TroubledStart start : starts) {
                await().until(() -> start.shownFirst().size() == PARENTS);
                System.out.printf(
                        "%s: %d parents known when it ended, all %d at most %d ms later; %d requests%n",
                        start.fault(),
                        known.get(start.fault()),
                        PARENTS,
                        Duration.between(healed, Instant.now()).toMillis(),
                        start.link().attempts());
                assertThat(start.shownFirst().values()).as("%s", start.fault()).containsOnly(CHILDREN);
            }
        } finally {
            starts.forEach(TroubledStart::close);
        }
    }

    private static void putFamilies(KubeCluster admin, Scene scene, String namespace) {
        ApiResource things = scene.things();
        ApiResource configMaps = scene.configMaps();
        for (int i = 0; i < PARENTS; i++) {
            KubeObject parent = scene.put(things, "thing-" + i, CHILDREN, "x".repeat(200));
            for (int child = 0; child < CHILDREN; child++) {
                String owned = (",\"namespace\":\"%s\",\"labels\":{\"controller-uid\":\"%s\"},\"ownerReferences\":[{"
                                + "\"apiVersion\":\"%s\",\"kind\":\"Thing\",\"name\":\"%s\",\"uid\":\"%s\","
                                + "\"controller\":true,\"blockOwnerDeletion\":true}]")
                        .formatted(namespace, parent.uid(), parent.apiVersion(), parent.name(), parent.uid());
                String text = Scene.child(parent.name(), child, "x".repeat(200), owned);
                admin.create(configMaps, KubeObject.of(text), WriteOptions.PLAIN);
            }
        }
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }
}
