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

/** How a watch begins, goes on and ends. */
class WatchStreamContractTest extends ClusterFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
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
            create(configMaps(), configMap("passing-by", "1"));

            List<String> told = new ArrayList<>(take(watch, 1));
            while (!told.getLast().equals("ended")) {
                told.addAll(take(watch, 1));
            }
            assertThat(told).startsWith("@").containsOnly("@", "ended"); // some servers tell it twice
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
