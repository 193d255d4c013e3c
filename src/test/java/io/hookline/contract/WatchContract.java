package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every watch keeps. */
public abstract class WatchContract extends ClusterFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private WatchOptions from(String version, LabelSelector labels) {
        return new WatchOptions(namespace(), labels, "", version, false, false, MINUTE);
    }

    private WatchOptions now(LabelSelector labels) {
        String version = cluster()
                .list(configMaps(), ListOptions.ALL.inNamespace(namespace()))
                .resourceVersion();
        return from(version, labels);
    }

    private static LabelSelector only(String name) {
        return LabelSelector.ofLabel("test", name);
    }

    /** The next events in short: {@code +name=value}. */
    private static List<String> take(Watch watch, int count) throws InterruptedException {
        List<String> told = new ArrayList<>();
        while (told.size() < count) {
            WatchEvent event = watch.poll(PATIENCE).orElseThrow(() -> new AssertionError("nothing after " + told));
            told.add(text(event));
        }
        return told;
    }

    private static String text(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added(KubeObject object) -> "+" + object.name() + "=" + data(object);
            case WatchEvent.Modified(KubeObject object) -> "~" + object.name() + "=" + data(object);
            case WatchEvent.Deleted(KubeObject object) -> "-" + object.name() + "=" + data(object);
            case WatchEvent.Bookmark(String _, boolean end) -> end ? "@end" : "@";
            case WatchEvent.Ended() -> "ended";
        };
    }

    @Test
    void everyChangeAfterAVersionIsToldInItsOrder() throws InterruptedException {
        try (Watch watch = cluster().watch(configMaps(), now(only("told")))) {
            KubeObject created = create(configMaps(), configMap("told", "1"));
            cluster().update(configMaps(), setData(created, "2"), WriteOptions.PLAIN);
            patch("told", Patch.Type.MERGE, "{\"data\":{\"a\":\"3\"}}");
            cluster().delete(configMaps(), key("told"), DeleteOptions.BACKGROUND);

            assertThat(take(watch, 4)).containsExactly("+told=1", "~told=2", "~told=3", "-told=3");
        }
    }

    @Test
    void whatIsToldCarriesItsKindAndItsVersion() throws InterruptedException {
        try (Watch watch = cluster().watch(configMaps(), now(only("whole")))) {
            KubeObject created = create(configMaps(), configMap("whole", "1"));
            cluster().delete(configMaps(), key("whole"), DeleteOptions.BACKGROUND);

            assertThat(watch.poll(PATIENCE))
                    .hasValueSatisfying(event -> assertThat(event)
                            .isInstanceOfSatisfying(WatchEvent.Added.class, added -> {
                                assertThat(added.object().gvk()).hasToString("ConfigMap.v1");
                                assertThat(added.object().resourceVersion()).isEqualTo(created.resourceVersion());
                            }));
            assertThat(watch.poll(PATIENCE))
                    .hasValueSatisfying(event -> assertThat(event)
                            .isInstanceOfSatisfying(
                                    WatchEvent.Deleted.class,
                                    deleted -> assertThat(Long.parseLong(
                                                    deleted.object().resourceVersion()))
                                            .isGreaterThan(Long.parseLong(created.resourceVersion()))));
        }
    }

    @Test
    void aWatchGoesOnFromWhereAnotherStopped() throws InterruptedException {
        KubeObject first = create(configMaps(), configMap("resumed", "1"));
        KubeObject second = cluster().update(configMaps(), setData(first, "2"), WriteOptions.PLAIN);
        cluster().update(configMaps(), setData(second, "3"), WriteOptions.PLAIN);

        try (Watch watch = cluster().watch(configMaps(), from(second.resourceVersion(), only("resumed")))) {
            assertThat(take(watch, 1)).containsExactly("~resumed=3");
        }
    }

    @Test
    void aWatchWithoutVersionTellsFirstWhatIsThere() throws InterruptedException {
        create(configMaps(), configMap("there", "1"));

        try (Watch watch = cluster().watch(configMaps(), from("", only("there")))) {
            assertThat(take(watch, 1)).containsExactly("+there=1");
            patch("there", Patch.Type.MERGE, "{\"data\":{\"a\":\"2\"}}");
            assertThat(take(watch, 1)).containsExactly("~there=2");
        }
    }

    @Test
    void aStreamingListEndsWithItsBookmark() throws InterruptedException {
        create(configMaps(), configMap("streamed", "1"));
        WatchOptions options = new WatchOptions(namespace(), only("streamed"), "", "", true, true, MINUTE);

        try (Watch watch = cluster().watch(configMaps(), options)) {
            assertThat(take(watch, 2)).containsExactly("+streamed=1", "@end");
            patch("streamed", Patch.Type.MERGE, "{\"data\":{\"a\":\"2\"}}");
            assertThat(take(watch, 1)).containsExactly("~streamed=2");
        }
    }

    @Test
    void theBookmarkOfAnEmptyStreamingListCarriesAVersionToGoOnFrom() throws InterruptedException {
        WatchOptions options = new WatchOptions(namespace(), only("nothing"), "", "", true, true, MINUTE);
        String version;
        try (Watch watch = cluster().watch(configMaps(), options)) {
            WatchEvent event = watch.poll(PATIENCE).orElseThrow();
            assertThat(event).isInstanceOf(WatchEvent.Bookmark.class);
            version = ((WatchEvent.Bookmark) event).resourceVersion();
        }
        create(configMaps(), configMap("nothing", "1"));

        try (Watch watch = cluster().watch(configMaps(), from(version, only("nothing")))) {
            assertThat(take(watch, 1)).containsExactly("+nothing=1");
        }
    }

    @Test
    void whatStopsToMatchIsToldAsDeletedAndWhatStartsToAsAdded() throws InterruptedException {
        create(configMaps(), configMap("moving", "1"));

        try (Watch watch = cluster().watch(configMaps(), now(only("moving")))) {
            patch("moving", Patch.Type.MERGE, "{\"metadata\":{\"labels\":{\"test\":\"away\"}},\"data\":{\"a\":\"2\"}}");
            patch("moving", Patch.Type.MERGE, "{\"data\":{\"a\":\"3\"}}");
            patch(
                    "moving",
                    Patch.Type.MERGE,
                    "{\"metadata\":{\"labels\":{\"test\":\"moving\"}},\"data\":{\"a\":\"4\"}}");

            assertThat(take(watch, 2)).containsExactly("-moving=1", "+moving=4");
        }
    }

    @Test
    void oneObjectCanBeWatchedByItsName() throws InterruptedException {
        String version = cluster()
                .list(configMaps(), ListOptions.ALL.inNamespace(namespace()))
                .resourceVersion();
        WatchOptions options = new WatchOptions(
                namespace(), LabelSelector.EVERYTHING, "metadata.name=named", version, false, false, MINUTE);

        try (Watch watch = cluster().watch(configMaps(), options)) {
            create(configMaps(), configMap("other", "1"));
            create(configMaps(), configMap("named", "1"));

            assertThat(take(watch, 1)).containsExactly("+named=1");
        }
    }

    @Test
    void aWatchEndsInGoodOrderWhenItsTimeIsOver() throws InterruptedException {
        String version = now(only("x")).resourceVersion();
        WatchOptions options =
                new WatchOptions(namespace(), only("x"), "", version, false, false, Duration.ofSeconds(1));

        try (Watch watch = cluster().watch(configMaps(), options)) {
            assertThat(take(watch, 1)).containsExactly("ended");
            assertThat(watch.poll(Duration.ZERO)).contains(new WatchEvent.Ended());
        }
    }

    @Test
    void beforeItsTimeIsOverAWatchTellsHowFarItCame() throws InterruptedException {
        String version = now(only("x")).resourceVersion();
        WatchOptions options =
                new WatchOptions(namespace(), only("x"), "", version, true, false, Duration.ofSeconds(4));

        try (Watch watch = cluster().watch(configMaps(), options)) {
            create(configMaps(), configMap("unseen", "1"));

            assertThat(take(watch, 2)).containsExactly("@", "ended");
        }
    }

    @Test
    void aClosedWatchIsOver() throws InterruptedException {
        Watch watch = cluster().watch(configMaps(), now(only("x")));
        watch.close();
        watch.close();

        assertThat(watch.poll(PATIENCE)).contains(new WatchEvent.Ended());
    }

    @Test
    void otherNamespacesAreNotTold() throws InterruptedException {
        try (Watch everywhere = cluster().watch(configMaps(), everywhere());
                Watch elsewhere = cluster().watch(configMaps(), elsewhere())) {
            create(configMaps(), configMap("scoped", "1"));

            assertThat(take(everywhere, 1)).containsExactly("+scoped=1");
            assertThat(elsewhere.poll(Duration.ZERO)).isEmpty();
        }
    }

    private WatchOptions everywhere() {
        String version = cluster().list(configMaps(), ListOptions.ALL).resourceVersion();
        return new WatchOptions("", only("scoped"), "", version, false, false, MINUTE);
    }

    private WatchOptions elsewhere() {
        return new WatchOptions(
                "kube-public", only("scoped"), "", everywhere().resourceVersion(), false, false, MINUTE);
    }
}
