package io.hookline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Watches and pages of lists, and their expiry when old changes are dropped. */
class LocalClusterWatchTest {

    private final LocalObjects objects = new LocalObjects();

    private Watch watch(String from) {
        return objects.cluster.watch(objects.configMaps(), WatchOptions.from(from, Duration.ofMinutes(10)));
    }

    private String now() {
        return Long.toString(objects.cluster.currentRevision());
    }

    @Test
    void aWatchFromADroppedVersionIsExpired() {
        String old = now();
        objects.configMap("a", "");
        objects.cluster.compact();

        assertThatThrownBy(() -> watch(old))
                .isInstanceOf(ClusterException.Expired.class)
                .hasMessage("too old resource version: " + old + " (" + now() + ")");
    }

    @Test
    void aWatchThatIsTooSlowExpiresAndEnds() throws InterruptedException {
        try (Watch watch = watch(now())) {
            objects.configMap("a", "");
            objects.cluster.compact();

            assertThatThrownBy(() -> watch.poll(Duration.ZERO)).isInstanceOf(ClusterException.Expired.class);
            assertThat(watch.poll(Duration.ZERO)).containsInstanceOf(WatchEvent.Ended.class);
        }
    }

    @Test
    void aWatchThatHasReadAllChangesDoesNotExpire() throws InterruptedException {
        try (Watch watch = watch(now())) {
            objects.configMap("a", "");
            watch.poll(Duration.ZERO);
            objects.cluster.compact();
            objects.configMap("b", "");

            assertThat(watch.poll(Duration.ZERO)).containsInstanceOf(WatchEvent.Added.class);
        }
    }

    @Test
    void onlyTheLatestTenThousandChangesAreKept() throws InterruptedException {
        objects.configMap("a", "");
        try (Watch slow = watch(now())) {
            for (int i = 0; i <= 10_000; i++) {
                objects.patch(objects.configMaps(), "a", Patch.Type.MERGE, "{'data':{'n':'" + i + "'}}");
            }
            assertThatThrownBy(() -> slow.poll(Duration.ZERO)).isInstanceOf(ClusterException.Expired.class);
        }
    }

    @Test
    void aContinueTokenOfADroppedRevisionIsExpired() {
        objects.configMap("a", "");
        objects.configMap("b", "");
        ObjectList first = objects.cluster.list(objects.configMaps(), ListOptions.ALL.page(1, ""));
        objects.configMap("c", "");
        objects.cluster.compact();

        assertThatThrownBy(() ->
                        objects.cluster.list(objects.configMaps(), ListOptions.ALL.page(1, first.continueToken())))
                .isInstanceOf(ClusterException.Expired.class)
                .hasMessageStartingWith("The provided continue parameter is too old");
    }

    @Test
    void aFutureVersionIsRefused() {
        long future = objects.cluster.currentRevision() + 5;

        assertThatThrownBy(() -> watch(Long.toString(future)))
                .isInstanceOf(ClusterException.Unavailable.class)
                .hasMessageContaining("Too large resource version: " + future);
    }

    @Test
    void anIdleWatchGetsABookmarkEachMinute() throws InterruptedException {
        try (Watch watch = watch(now())) {
            assertThat(watch.poll(Duration.ZERO)).isEmpty();
            objects.create("{'apiVersion':'v1','kind':'ServiceAccount','metadata':{'name':'x','namespace':'default'}}");
            objects.pass(Duration.ofMinutes(1));

            assertThat(watch.poll(Duration.ZERO)).contains(new WatchEvent.Bookmark(now(), false));
            assertThat(watch.poll(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void aWatchEndsAtItsTimeout() throws InterruptedException {
        try (Watch watch = watch(now())) {
            objects.pass(Duration.ofMinutes(10));

            assertThat(watch.poll(Duration.ZERO)).containsInstanceOf(WatchEvent.Ended.class);
        }
    }

    @Test
    void theWatchOfADeletedKindDeliversTheLastDeletionsAndEnds() throws InterruptedException {
        objects.create("{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition','metadata':{'name':"
                + "'cats.example.com'},'spec':{'group':'example.com','scope':'Namespaced','names':{'plural':'cats','kind':"
                + "'Cat'},'versions':[{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':{'type':"
                + "'object'}}}]}}");
        objects.create("{'apiVersion':'example.com/v1','kind':'Cat','metadata':{'name':'tom','namespace':'default'}}");
        WatchOptions options = WatchOptions.from(now(), Duration.ofMinutes(10));
        try (Watch watch = objects.cluster.watch(objects.resource("example.com/v1", "cats"), options)) {
            objects.delete(
                    objects.resource("apiextensions.k8s.io/v1", "customresourcedefinitions"),
                    "cats.example.com",
                    Propagation.BACKGROUND);

            assertThat(watch.poll(Duration.ZERO)).containsInstanceOf(WatchEvent.Deleted.class);
            assertThat(watch.poll(Duration.ZERO)).containsInstanceOf(WatchEvent.Ended.class);
        }
    }

    @Test
    void theStreamingListOfAnEmptyResourceIsOnlyABookmark() throws InterruptedException {
        WatchOptions options =
                new WatchOptions("", LabelSelector.EVERYTHING, "", "", true, true, Duration.ofMinutes(10));
        try (Watch watch = objects.cluster.watch(objects.configMaps(), options)) {
            Optional<WatchEvent> event = watch.poll(Duration.ZERO);
            assertThat(event).contains(new WatchEvent.Bookmark(now(), true));
        }
    }
}
