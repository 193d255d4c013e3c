package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a cluster promises of watches. */
class WatchContractTest extends ClusterFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private KubeObject create(String name, String color) {
        return cluster()
                .create(
                        configMaps(),
                        KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                                + "\",\"namespace\":\"" + namespace() + "\",\"labels\":{\"color\":\"" + color
                                + "\"}}}"),
                        WriteOptions.PLAIN);
    }

    private KubeObject paint(String name, String color) {
        String body = "{\"metadata\":{\"labels\":{\"color\":\"" + color + "\"}}}";
        return cluster().patch(configMaps(), key(name), Patch.merge(body), WriteOptions.PLAIN);
    }

    private void delete(String name) {
        cluster().delete(configMaps(), key(name), DeleteOptions.BACKGROUND);
    }

    private String now() {
        return cluster()
                .list(configMaps(), ListOptions.ALL.inNamespace(namespace()))
                .resourceVersion();
    }

    private WatchOptions options(String color, String from, boolean initial) {
        LabelSelector labels = color.isEmpty() ? LabelSelector.EVERYTHING : LabelSelector.ofLabel("color", color);
        return new WatchOptions(namespace(), labels, "", from, initial, initial, TIMEOUT);
    }

    /** The next event as {@code ADDED name}. */
    private static String next(Watch watch) throws InterruptedException {
        Optional<WatchEvent> event = watch.poll(PATIENCE);
        return switch (event.orElseThrow(() -> new AssertionError("no event came"))) {
            case WatchEvent.Added(KubeObject object) -> "ADDED " + object.name();
            case WatchEvent.Modified(KubeObject object) -> "MODIFIED " + object.name();
            case WatchEvent.Deleted(KubeObject object) -> "DELETED " + object.name();
            case WatchEvent.Bookmark(String version, boolean end) -> end ? "END OF INITIAL EVENTS" : "BOOKMARK";
            case WatchEvent.Ended() -> "ENDED";
        };
    }

    private static List<String> next(Watch watch, int count) throws InterruptedException {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(next(watch));
        }
        return events;
    }

    @Test
    void changesComeInOrderFromTheGivenVersionOn() throws InterruptedException {
        create("early", "red");
        String from = now();
        create("one", "red");
        try (Watch watch = cluster().watch(configMaps(), options("", from, false))) {
            paint("one", "blue");
            delete("one");
            assertThat(next(watch, 3)).containsExactly("ADDED one", "MODIFIED one", "DELETED one");
        }
    }

    @Test
    void whatStartsOrStopsToMatchIsAddedOrDeleted() throws InterruptedException {
        create("changing", "red");
        try (Watch watch = cluster().watch(configMaps(), options("blue", now(), false))) {
            paint("changing", "blue");
            paint("changing", "red");
            paint("changing", "blue");
            delete("changing");
            assertThat(next(watch, 4))
                    .containsExactly("ADDED changing", "DELETED changing", "ADDED changing", "DELETED changing");
        }
    }

    @Test
    void aDeletedObjectCarriesTheVersionOfItsDeletion() throws InterruptedException {
        KubeObject created = create("gone", "red");
        try (Watch watch = cluster().watch(configMaps(), options("", now(), false))) {
            delete("gone");
            WatchEvent event = watch.poll(PATIENCE).orElseThrow();
            assertThat(event).isInstanceOfSatisfying(WatchEvent.Deleted.class, deleted -> {
                assertThat(deleted.object().uid()).isEqualTo(created.uid());
                assertThat(Long.parseLong(deleted.object().resourceVersion()))
                        .isGreaterThan(Long.parseLong(created.resourceVersion()));
            });
        }
    }

    @Test
    void aWatchWithoutVersionBeginsWithWhatIsThere() throws InterruptedException {
        create("present", "green");
        try (Watch watch = cluster().watch(configMaps(), options("green", "", false))) {
            create("later", "green");
            assertThat(next(watch, 2)).containsExactly("ADDED present", "ADDED later");
        }
    }

    @Test
    void aStreamingListEndsWithABookmark() throws InterruptedException {
        create("first", "white");
        create("second", "white");
        try (Watch watch = cluster().watch(configMaps(), options("white", "", true))) {
            assertThat(next(watch, 3)).containsExactly("ADDED first", "ADDED second", "END OF INITIAL EVENTS");
            paint("second", "black");
            assertThat(next(watch)).isEqualTo("DELETED second");
        }
    }

    @Test
    void theObjectsThatAreThereEndWithABookmarkIfTheClientWantsBookmarks() throws InterruptedException {
        create("there", "gray");
        LabelSelector gray = LabelSelector.ofLabel("color", "gray");
        WatchOptions bookmarks = new WatchOptions(namespace(), gray, "", "", true, false, TIMEOUT);
        try (Watch watch = cluster().watch(configMaps(), bookmarks)) {
            assertThat(next(watch, 2)).containsExactly("ADDED there", "END OF INITIAL EVENTS");
        }
        WatchOptions none = new WatchOptions(namespace(), gray, "", "", false, true, TIMEOUT);
        try (Watch watch = cluster().watch(configMaps(), none)) {
            assertThat(next(watch)).isEqualTo("ADDED there");
            create("there-too", "gray");
            assertThat(next(watch)).isEqualTo("ADDED there-too");
        }
    }

    @Test
    void aWatchSeesOneObjectByName() throws InterruptedException {
        create("this", "red");
        create("that", "red");
        WatchOptions byName = new WatchOptions(
                namespace(), LabelSelector.EVERYTHING, "metadata.name=that", now(), false, false, TIMEOUT);
        try (Watch watch = cluster().watch(configMaps(), byName)) {
            paint("this", "blue");
            paint("that", "blue");
            assertThat(next(watch)).isEqualTo("MODIFIED that");
        }
    }

    @Test
    void aClosedWatchTellsNothingMore() throws InterruptedException {
        Watch watch = cluster().watch(configMaps(), options("", now(), false));
        watch.close();
        create("unseen", "red");
        assertThat(watch.poll(Duration.ZERO).orElse(new WatchEvent.Ended())).isInstanceOf(WatchEvent.Ended.class);
    }

    @Test
    void aWatchOfAResourceThatIsNotServedIsNotFound() {
        ApiResource none = new ApiResource(
                "nowhere.example.com/v1",
                "nothings",
                "nothing",
                "Nothing",
                true,
                List.of(),
                List.of(),
                configMaps().verbs(),
                configMaps().subresources());
        assertThatThrownBy(() -> {
                    try (Watch watch = cluster().watch(none, options("", "", false))) {
                        watch.poll(PATIENCE);
                    }
                })
                .isInstanceOf(ClusterException.NotFound.class);
    }
}
