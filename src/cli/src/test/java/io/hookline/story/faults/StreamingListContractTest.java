package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.contract.ClusterFixture;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.StrictView;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How a cache comes by what is there, over any cluster. */
class StreamingListContractTest extends ClusterFixture {

    private SharedInformerFactory informers(Cluster seen) {
        InformerOptions small = InformerOptions.DEFAULTS.withPageSize(2);
        return new SharedInformerFactory(
                seen, small, Thread.ofVirtual().factory(), InstantSource.system(), new Random(1));
    }

    @Test
    void oneRequestBringsWhatIsThereAndThenTheChanges() {
        ApiResource configMaps = configMaps();
        List.of("one", "two", "three").forEach(name -> create(configMaps, configMap("streamed-" + name, "1")));
        ReadsOf seen = new ReadsOf(cluster(), false);
        StrictView view = new StrictView();
        try (SharedInformerFactory informers = informers(seen)) {
            Subscription all = informers.subscribe(configMaps, view);
            awaitTrue(all, view);

            KubeObject changed = create(configMaps, configMap("streamed-four", "1"));
            cluster().update(configMaps, setData(changed, "2"), WriteOptions.PLAIN);
            awaitTrue(all, view);

            assertThat(seen.reads()).containsExactly("stream");
        }
    }

    @Test
    void aServerThatKnowsNoStreamsIsAskedForOneOnlyOnce() {
        ApiResource configMaps = configMaps();
        List.of("one", "two", "three").forEach(name -> create(configMaps, configMap("paged-" + name, "1")));
        ReadsOf seen = new ReadsOf(cluster(), true);
        try (SharedInformerFactory informers = informers(seen)) {
            for (int i = 0; i < 2; i++) {
                StrictView view = new StrictView();
                try (Subscription all = informers.subscribe(configMaps, view)) {
                    awaitTrue(all, view);
                    create(configMaps, configMap("paged-later-" + i, "1"));
                    awaitTrue(all, view);
                }
            }

            assertThat(seen.reads())
                    .startsWith("stream", "page", "page")
                    .containsOnlyOnce("stream")
                    .contains("watch");
        }
    }

    private void awaitTrue(Subscription all, StrictView view) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(() -> {
                    List<KubeObject> truth =
                            cluster().list(all.resource(), ListOptions.ALL).items();
                    assertThat(all.isSynced()).isTrue();
                    assertThat(StrictView.versions(all.store().all())).isEqualTo(StrictView.versions(truth));
                    view.assertSees(truth);
                });
    }
}
