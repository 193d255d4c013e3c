package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Claims that fail, or are too late. */
class ClaimFailureTest extends ReconcileSuite {

    private static final String SELECTS_X = "{selector: {matchLabels: {app: x}}}";

    private volatile Interposed between = Interposed.Request::pass;

    @Override
    public UnaryOperator<Cluster> between() {
        return next -> ((Interposed) request -> between.answer(request)).before(next);
    }

    private void controller() {
        world.hook = ReconcileSuite::asShown;
        selecting("own", configMaps("OnDelete") + hooks("sync"));
    }

    /** Does something once, right before the watcher's first patch of a ConfigMap. */
    private void justBeforeAdoption(Runnable what) {
        between = request -> {
            if (request.is("patch configmaps")) {
                between = Interposed.Request::pass;
                what.run();
            }
            return request.pass();
        };
    }

    @Test
    void aParentThatOnlyTheCacheShowsAdoptsNothingAndIsReadOnce() {
        KubeObject stranger = thing("stranger", "labels: {}", "{selector: {matchLabels: {app: none}}}");
        between = request -> request.is("get things") ? stranger : request.pass();
        configMap("a", "labels: {app: x}");
        configMap("b", "labels: {app: x}");
        controller(); // so that its first caches show both
        thing("p", "labels: {}", SELECTS_X);

        awaitEvent("SyncError p: Sync error: can't claim ConfigMap children: "
                + "Thing default/p was deleted, is being deleted or was replaced, so nothing is adopted");
        assertThat(events("adopted; ")).isEmpty(); // one reason for both orphans
        assertThat(world.configMap("a").orElseThrow().controllerOwner()).isEmpty();
        assertThat(callsAbout("p")).isEmpty();
    }

    @Test
    void anOrphanThatAnotherParentAdoptedFirstIsNotShown() {
        KubeObject boss = configMap("boss", "labels: {}");
        justBeforeAdoption(() -> merge(
                world.configMaps(),
                "c",
                "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"boss\","
                        + "\"uid\":\"" + boss.uid() + "\",\"controller\":true}]}}"));
        controller();
        configMap("c", "labels: {app: x}");
        thing("p", "labels: {}", SELECTS_X);

        soon().until(() -> !callsAbout("p").isEmpty()
                && world.configMap("c").orElseThrow().controllerUid().equals(boss.uid()));
        settle();
        assertThat(callsAbout("p")).allSatisfy(call -> assertThat(shown(call)).isEmpty());
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void anOrphanThatStoppedMatchingMeanwhileIsNotAdopted() {
        justBeforeAdoption(() -> merge(world.configMaps(), "c", "{\"metadata\":{\"labels\":{\"app\":\"y\"}}}"));
        controller();
        configMap("c", "labels: {app: x}");
        thing("p", "labels: {}", SELECTS_X);

        soon().until(() -> !callsAbout("p").isEmpty());
        settle();
        assertThat(world.configMap("c").orElseThrow().controllerOwner()).isEmpty();
        assertThat(shown()).isEmpty();
    }

    @Test
    void anOrphanThatWasDeletedMeanwhileIsNotAFailure() {
        justBeforeAdoption(() -> world.local.delete(world.configMaps(), key("c"), DeleteOptions.BACKGROUND));
        controller();
        configMap("c", "labels: {app: x}");
        thing("p", "labels: {}", SELECTS_X);

        soon().until(() -> !callsAbout("p").isEmpty() && world.configMap("c").isEmpty());
        settle();
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void adoptionIsRetriedAfterAForeignEdit() {
        justBeforeAdoption(() -> merge(world.configMaps(), "c", "{\"data\":{\"more\":\"kept\"}}"));
        controller();
        configMap("c", "labels: {app: x}");
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);

        soon().until(() -> world.configMap("c").orElseThrow().controllerUid().equals(parent.uid()));
        assertThat(world.configMap("c").orElseThrow().tree().at("/data/more").asText())
                .isEqualTo("kept");
    }

    @Test
    void whereAPatchIsForbiddenAdoptionIsAnUpdateAndTheKindIsRemembered() {
        between = request -> {
            if (request.is("patch configmaps")) {
                world.cluster.note("forbidden");
                throw new ClusterException.Forbidden("cannot patch resource \"configmaps\"");
            }
            return request.pass();
        };
        controller();
        configMap("a", "labels: {app: x}");
        configMap("b", "labels: {app: x}");
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);

        soon().until(() -> world.configMap("a").orElseThrow().controllerUid().equals(parent.uid()));
        soon().until(() -> world.configMap("b").orElseThrow().controllerUid().equals(parent.uid()));
        assertThat(world.cluster.requests())
                .containsOnlyOnce("forbidden")
                .contains("update configmaps default/a", "update configmaps default/b");
    }

    @Test
    void oneForbiddenObjectDoesNotTurnPatchesOfItsKindIntoUpdates() {
        between = request -> {
            boolean locked = request.arguments().length > 1
                    && request.arguments()[1] instanceof ObjectKey key
                    && key.name().equals("a");
            boolean update = request.arguments().length > 1
                    && request.arguments()[1] instanceof KubeObject object
                    && object.name().equals("a");
            if ((request.is("patch configmaps") && locked) || (request.is("update configmaps") && update)) {
                throw new ClusterException.Forbidden("a is locked");
            }
            return request.pass();
        };
        controller();
        configMap("a", "labels: {app: x}");
        configMap("b", "labels: {app: x}");
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);

        soon().until(() -> world.configMap("b").orElseThrow().controllerUid().equals(parent.uid()));
        awaitEvent("SyncError p: Sync error: can't claim ConfigMap children: a is locked");
        assertThat(world.cluster.requests())
                .contains("patch configmaps default/b")
                .doesNotContain("update configmaps default/b");
    }

    @Test
    void aChildThatWasDeletedMeanwhileCountsAsReleased() {
        controller();
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);
        configMap("c", "labels: {app: x}, " + ownedBy(parent));
        soon().until(() -> shown().contains("c"));
        justBeforeAdoption(() -> world.local.delete(world.configMaps(), key("c"), DeleteOptions.BACKGROUND));

        world.local.patch(
                world.configMaps(),
                key("c"),
                Patch.merge("{\"metadata\":{\"labels\":{\"app\":\"y\"}}}"),
                WriteOptions.PLAIN);

        soon().until(() -> shown().isEmpty());
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void aChildThatMatchesAgainMeanwhileIsNotReleased() {
        world.hook = ReconcileSuite::asShown;
        selecting(
                "own",
                "childResources: [{apiVersion: v1, resource: configmaps, adoptionPolicy: Never}]\n" + hooks("sync"));
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);
        configMap("c", "labels: {app: x}, " + ownedBy(parent));
        soon().until(() -> shown().contains("c"));
        settle();
        world.calls.clear();
        justBeforeAdoption(() -> merge(world.configMaps(), "c", "{\"metadata\":{\"labels\":{\"app\":\"x\"}}}"));

        merge(world.configMaps(), "c", "{\"metadata\":{\"labels\":{\"app\":\"y\"}}}");

        soon().until(() -> !world.calls.isEmpty());
        settle();
        assertThat(world.configMap("c").orElseThrow().controllerUid()).isEqualTo(parent.uid());
        assertThat(world.calls).allSatisfy(call -> assertThat(shown(call)).containsExactly("c"));
    }
}
