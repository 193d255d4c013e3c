package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Informers that cache objects in another form than that of the API server. */
class CachedFormTest {

    private final FakeCluster cluster = new FakeCluster();
    private final List<String> seen = new ArrayList<>();

    private final ResourceEventHandler handler = new ResourceEventHandler() {
        @Override
        public void added(KubeObject object) {
            note("added", object);
        }

        @Override
        public void updated(KubeObject before, KubeObject now) {
            note("updated", now);
        }

        @Override
        public void deleted(KubeObject last) {
            note("deleted", last);
        }
    };

    private void note(String what, KubeObject object) {
        seen.add(what + " " + object.name() + (object.json().contains("cached") ? " as cached" : ""));
    }

    private static KubeObject cached(KubeObject object) {
        return KubeObject.of(object.json().replaceFirst("\\{", "{\"cached\":true,"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void listedChangedAndDeletedObjectsAllHaveIt(boolean streaming) {
        InformerOptions options = InformerOptions.DEFAULTS
                .withStreamingLists(streaming)
                .withTransform(CachedFormTest::cached)
                .withPageSize(2);
        cluster.put("a");
        cluster.put("b");
        cluster.put("e");
        try (SharedInformerFactory informers =
                SharedInformerFactory.byHand(cluster, options, new ManualClock(), new Random(1))) {
            Subscription things = informers.subscribe(THINGS, handler);
            while (informers.step()) {}
            cluster.put("a");
            cluster.put("c");
            cluster.remove("b");
            while (informers.step()) {}

            assertThat(seen)
                    .containsExactly(
                            "added a as cached",
                            "added b as cached",
                            "added e as cached",
                            "updated a as cached",
                            "added c as cached",
                            "deleted b as cached");
            assertThat(things.store().all())
                    .hasSize(3)
                    .allSatisfy(object -> assertThat(object.json()).contains("cached"));
            assertThat(informers.asCached(cluster.put("d")).json()).contains("cached");
        }
    }
}
