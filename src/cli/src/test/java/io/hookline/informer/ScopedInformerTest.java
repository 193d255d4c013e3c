package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** An informer for the objects of one namespace with certain labels. */
class ScopedInformerTest {

    private final ManualClock clock = new ManualClock();
    private final LocalCluster cluster = LocalCluster.create(clock, new SplittableRandom(1));
    private final ApiResource configMaps =
            cluster.discover().find("v1", "configmaps").orElseThrow();
    private final SharedInformerFactory informers =
            SharedInformerFactory.byHand(cluster, InformerOptions.DEFAULTS, clock, new Random(1));
    private final StrictView view = new StrictView();

    private void create(String namespace, String name, String tier) {
        cluster.create(configMaps, KubeObject.of("""
                        {"apiVersion":"v1","kind":"ConfigMap",
                         "metadata":{"namespace":"%s","name":"%s","labels":{"tier":"%s"}}}
                        """.formatted(namespace, name, tier)), WriteOptions.PLAIN);
    }

    private void label(String name, String tier) {
        cluster.patch(
                configMaps,
                new ObjectKey("default", name),
                Patch.merge("{\"metadata\":{\"labels\":{\"tier\":\"" + tier + "\"}}}"),
                WriteOptions.PLAIN);
    }

    private void settle() {
        for (int i = 0; informers.step(); i++) {
            assertThat(i).isLessThan(1000);
        }
    }

    @Test
    void onlyObjectsOfTheNamespaceWithTheLabelsAreCached() {
        create("default", "a", "front");
        create("default", "b", "back");
        create("kube-system", "c", "front");

        Subscription front = informers.subscribe(configMaps, "default", LabelSelector.parse("tier=front"), view);
        settle();
        assertThat(view.calls()).containsExactly("added a");

        create("kube-system", "d", "front");
        label("b", "front");
        label("a", "back");
        settle();
        assertThat(view.calls()).containsExactly("added b", "deleted a");
        assertThat(InformerSuite.names(front.store().all())).containsExactly("b");
    }

    @Test
    void anInformerForAllObjectsIsAnotherOne() {
        informers.subscribe(configMaps, "default", LabelSelector.EVERYTHING, view);
        Subscription all = informers.subscribe(configMaps, new StrictView());
        create("kube-system", "c", "front");
        settle();

        assertThat(informers.open()).isEqualTo(2);
        assertThat(InformerSuite.names(all.store().all())).contains("c");
        assertThat(view.calls()).doesNotContain("added c");
        all.close();
        assertThat(informers.open()).isEqualTo(1);
    }
}
