package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.trace.ObservedChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A handler knows which change it is called for, however the object came into the cache. */
class EventCausesTest {

    private final ManualClock clock = new ManualClock();
    private final LocalCluster cluster = LocalCluster.create(clock, new SplittableRandom(1));
    private final ApiResource configMaps =
            cluster.discover().find("v1", "configmaps").orElseThrow();
    private final SharedInformerFactory informers =
            SharedInformerFactory.byHand(cluster, InformerOptions.DEFAULTS, clock, new Random(1));

    /** Records the causes of its calls. */
    private static final class Causes implements ResourceEventHandler {
        private final List<ObservedChange> seen = new ArrayList<>();

        @Override
        public void added(KubeObject object) {
            seen.add(ObservedChange.current());
        }

        @Override
        public void updated(KubeObject before, KubeObject now) {
            seen.add(ObservedChange.current());
        }

        @Override
        public void deleted(KubeObject last) {
            seen.add(ObservedChange.current());
        }
    }

    private KubeObject create(String name) {
        return cluster.create(configMaps, KubeObject.of("""
                        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","namespace":"default"}}
                        """.formatted(name)), WriteOptions.PLAIN);
    }

    private void observe() {
        boolean moved = true;
        while (moved) {
            moved = informers.step();
        }
    }

    @Test
    void theObjectsOfTheFirstListThoseOfTheWatchAndThoseThatALaterHandlerFindsAreCauses() {
        Causes first = new Causes();
        informers.subscribe(configMaps, first);
        ObservedChange listed = ObservedChange.of(create("listed"), clock.instant());
        observe();
        clock.advance(Duration.ofSeconds(1));
        ObservedChange watched = ObservedChange.of(create("watched"), clock.instant());
        observe();
        clock.advance(Duration.ofSeconds(1));
        Causes later = new Causes();
        informers.subscribe(configMaps, later);

        assertThat(first.seen).containsExactly(listed, watched);
        assertThat(later.seen)
                .extracting(ObservedChange::resourceVersion)
                .containsExactlyInAnyOrder(listed.resourceVersion(), watched.resourceVersion());
        assertThat(later.seen).extracting(ObservedChange::arrived).containsOnly(clock.instant());
        assertThat(ObservedChange.current()).isNull();
    }
}
