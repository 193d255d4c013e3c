package io.hookline.watcher.sync;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.HeldWatches;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.ReconcileSuite;
import io.hookline.watcher.WatcherFixture;
import io.hookline.watcher.WatcherOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A lagging watch never causes a child to be created twice, or a hook to be called with a state without our own writes. Time
 * stands still here, so that no wait ends by a timeout.
 */
class LaggingCacheTest extends ReconcileSuite {

    private final ManualClock clock = new ManualClock();
    private final HeldWatches watches = new HeldWatches();
    private volatile Interposed more = Interposed.Request::pass;

    @Override
    public WatcherFixture open(UnaryOperator<Cluster> between) {
        return new WatcherFixture(
                WatcherFixture.newCluster(),
                cluster -> watches.before(cluster, request -> more.answer(request)),
                clock,
                WatcherOptions.DEFAULTS);
    }

    private String uid(String configMap) {
        return world.configMap(configMap).map(KubeObject::uid).orElse("");
    }

    /**
     * Too short for a wait to time out, but long enough that the queue does not throttle the parent, since that would take
     * time to end.
     */
    private void aSecondPasses() {
        clock.advance(Duration.ofMillis(1100));
    }

    private void awaitParked() {
        soon().until(() -> world.outcomes.stream()
                .anyMatch(outcome -> outcome instanceof Outcome.RetryAfter later
                        && later.why().contains("does not show the last writes")));
    }

    @Test
    void noSyncRunsBeforeTheCacheShowsTheChildrenThatWereCreated() {
        world.hook = _ -> configMapAnswer("hi", "a", "b");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        watches.hold("configmaps");
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent() && status("p").contains("hi"));

        world.thing("p", "{changed: true}");
        awaitParked();
        settle();
        assertThat(world.calls).hasSize(1);
        aSecondPasses();
        watches.release("configmaps");

        soon().until(() ->
                world.calls.getLast().parent().tree().at("/spec/changed").asBoolean());
        assertThat(shown()).containsExactly("a", "b");
        assertThat(world.cluster.requests())
                .containsOnlyOnce("create configmaps default/a")
                .containsOnlyOnce("create configmaps default/b");
    }

    @Test
    void aCacheThatLagsTooLongIsNotWaitedForAndStillNoChildIsThereTwice() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        watches.hold("configmaps");
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent() && status("p").contains("hi"));
        String uid = uid("a");
        world.thing("p", "{changed: true}");
        awaitParked();

        clock.advance(Duration.ofSeconds(2));
        world.thing("p", "{changed: again}");
        soon().until(() -> world.cluster.requests().contains("get configmaps default/a")); // the name was ours
        watches.release("configmaps");

        soon().until(() -> shown().equals(List.of("a")));
        assertThat(uid("a")).isEqualTo(uid);
        settle();
        assertThat(world.events()).noneMatch(event -> event.startsWith("NameTaken"));
    }

    @Test
    void aParentWhoseWritesAreCachedIsNotSyncedAgainWhenItsWaitWouldHaveEnded() {
        world.hook = request -> configMapAnswer("hi", request.parent().name());
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        watches.hold("configmaps");
        world.thing("p", "{}");
        awaitParked();
        watches.release("configmaps");
        soon().until(() -> shown().equals(List.of("p")));
        settle();
        int calls = callsAbout("p").size();

        clock.advance(WriteExpectations.LONGEST);
        world.thing("q", "{}"); // so that the clock is read
        soon().until(() -> shownOf("q").equals(List.of("q")));
        settle();

        assertThat(callsAbout("p")).hasSize(calls);
    }

    @Test
    void aChildThatWasDeletedIsNotDeletedAgain() {
        world.hook = request -> request.parent().tree().at("/spec/less").asBoolean()
                ? configMapAnswer("less", "a")
                : configMapAnswer("hi", "a", "b");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> shown().size() == 2);
        settle();
        aSecondPasses();
        watches.hold("configmaps");

        world.thing("p", "{less: true}");
        soon().until(() -> status("p").contains("less"));
        world.thing("p", "{less: true, changed: true}");
        awaitParked();
        aSecondPasses();
        watches.release("configmaps");

        soon().until(() -> shown().equals(List.of("a")));
        assertThat(world.cluster.requests()).containsOnlyOnce("delete configmaps default/b");
    }

    @Test
    void aChildThatWasDeletedBeforeTheCacheShowedItIsCreatedAgain() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        watches.hold("configmaps");
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent() && status("p").contains("hi"));
        String first = uid("a");
        world.local.delete(world.configMaps(), key("a"), DeleteOptions.BACKGROUND);
        world.thing("p", "{changed: true}");
        awaitParked();
        aSecondPasses();

        watches.release("configmaps");

        soon().until(() -> world.configMap("a").isPresent());
        assertThat(uid("a")).isNotEqualTo(first);
    }

    @Test
    void anOrphanThatWasAdoptedIsNotAdoptedAgain() {
        world.hook = ReconcileSuite::asShown;
        configMap("c", "labels: {app: x}");
        thing("other", "labels: {}", "{selector: {matchLabels: {app: none}}}");
        selecting("own", configMaps("OnDelete") + hooks("sync"));
        soon().until(() -> !callsAbout("other").isEmpty());
        watches.hold("configmaps");
        thing("p", "labels: {}", "{selector: {matchLabels: {app: x}}}");
        soon().until(() -> !callsAbout("p").isEmpty());
        assertThat(shownOf("p")).containsExactly("c");

        mergeThing("p", "{\"metadata\":{\"labels\":{\"touched\":\"yes\"}}}");
        awaitParked();
        aSecondPasses();
        watches.release("configmaps");

        soon().until(() -> callsAbout("p").size() > 1);
        assertThat(world.cluster.requests()).containsOnlyOnce("patch configmaps default/c");
    }

    @Test
    void aSyncThatWaitsForOurOwnStatusContinuesThoughStatusChangesAreIgnored() {
        world.hook = request -> {
            if (world.calls.size() == 1) {
                watches.hold("things"); // from now on the parent's own cache lags
            }
            return configMapAnswer("hi", "a");
        };
        composite("c", "ignoreStatusChanges: true", "generateSelector: true\n" + configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        awaitParked(); // the new child woke it, but its status is not seen yet
        assertThat(world.calls).hasSize(1);

        watches.release("things");

        soon().until(() -> world.calls.size() == 2);
        assertThat(world.calls.getLast().parent().tree().at("/status/text").asText())
                .isEqualTo("hi");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aForeignEditDuringOurStatusWriteIsSynced(boolean ignoreStatusChanges) {
        AtomicBoolean edited = new AtomicBoolean();
        more = request -> {
            if (request.is("patch things/status") && edited.compareAndSet(false, true)) {
                aSecondPasses();
                world.thing("p", "{text: theirs}");
            }
            return request.pass();
        };
        world.hook = request ->
                configMapAnswer(request.parent().tree().at("/spec/text").asText(), "a");
        composite(
                "c",
                "ignoreStatusChanges: " + ignoreStatusChanges,
                "generateSelector: true\n" + configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{text: first}");

        soon().until(() -> world.text("a").equals("theirs"));
        soon().until(() -> status("p").equals("{\"observedGeneration\":2,\"text\":\"theirs\"}"));
    }
}
