package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A watcher that stands by while another one runs the controllers, and takes over from it. */
class StandbyTest {

    private static final String FINALIZER = "metacontroller.io/compositecontroller-things";
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Set<String> READS = Set.of("discover", "get", "list", "watch");

    private final LocalCluster local = WatcherFixture.newCluster();
    private final Set<String> watched = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    private WatcherFixture standby() {
        Interposed noted = request -> {
            if (request.verb().equals("watch")) {
                watched.add(request.resource());
            }
            requests.add(request.verb() + " " + request.resource());
            return request.pass();
        };
        return WatcherFixture.standingBy(
                local, noted::before, WatcherOptions.DEFAULTS.releasingFinalizersAfter(AT_ONCE));
    }

    private static void composite(WatcherFixture fixture) {
        fixture.composite("things", WatcherFixture.hooks("sync", "finalize") + WatcherFixture.configMaps("InPlace"));
    }

    private static ApiResource composites(WatcherFixture fixture) {
        return fixture.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
    }

    private static boolean isHeld(WatcherFixture fixture) {
        return fixture.thing("a").orElseThrow().hasFinalizer(FINALIZER);
    }

    /** What a leader leaves that runs one controller over one parent, and is then killed. */
    private String formerLeader() {
        try (WatcherFixture leader = new WatcherFixture(
                local, cluster -> cluster, java.time.InstantSource.system(), WatcherOptions.DEFAULTS)) {
            leader.hook = _ -> WatcherFixture.configMapAnswer("first", "child");
            composite(leader);
            leader.thing("a", "{}");
            WatcherFixture.soon().until(() -> leader.configMap("child").isPresent());
            return leader.watcher.handover();
        }
    }

    private void awaitCaches() {
        WatcherFixture.soon()
                .untilAsserted(() -> assertThat(watched).contains("things", "configmaps", "compositecontrollers"));
    }

    @Test
    void aStandbyFillsAllCachesAndOnlyReads() {
        formerLeader();
        try (WatcherFixture standby = standby()) {
            int events = standby.events().size();
            awaitCaches();
            standby.thing("b", "{}");
            composite(standby);
            standby.local.delete(composites(standby), ObjectKey.clusterScoped("things"), DeleteOptions.BACKGROUND);
            WatcherFixture.soon().until(() -> standby.watcher.handover().isEmpty() || !requests.isEmpty());
            standby.watcher.close();

            assertThat(requests).allMatch(request -> READS.contains(request.split(" ")[0]));
            assertThat(standby.calls).isEmpty();
            assertThat(standby.events()).hasSize(events);
            assertThat(isHeld(standby)).isTrue();
        }
    }

    @Test
    void itTakesOverWithoutListingAgain() {
        formerLeader();
        try (WatcherFixture standby = standby()) {
            awaitCaches();
            standby.hook = _ -> WatcherFixture.configMapAnswer("second", "child");
            requests.clear();

            standby.watcher.lead("");

            WatcherFixture.soon().until(() -> standby.text("child").equals("second"));
            assertThat(requests)
                    .contains("update configmaps")
                    .noneMatch(request -> request.startsWith("list ") || request.startsWith("watch "));
            WatcherFixture.soon().until(() -> standby.events().contains("Started things: Started controller: things"));
        }
    }

    @Test
    void aControllerThatItSeesForTheFirstTimeWhileItStandsByIsCachedToo() {
        try (WatcherFixture standby = standby()) {
            composite(standby);
            awaitCaches();

            standby.local.delete(composites(standby), ObjectKey.clusterScoped("things"), DeleteOptions.BACKGROUND);
            standby.watcher.lead("");
            composite(standby);
            standby.hook = _ -> WatcherFixture.configMapAnswer("here", "child");
            standby.thing("a", "{}");

            WatcherFixture.soon().until(() -> standby.text("child").equals("here"));
        }
    }

    @Test
    void theFinalizersOfAControllerThatWasDeletedWhileNobodyRanAreRemoved() {
        String handover = formerLeader();
        assertThat(handover).isEqualTo("{\"CompositeController/things\":[\"test.hookline.io/v1/things\"]}");
        deleteComposite();
        try (WatcherFixture standby = standby()) {
            assertThat(isHeld(standby)).isTrue();

            standby.watcher.lead(handover);

            WatcherFixture.soon().until(() -> !isHeld(standby));
            assertThat(standby.configMap("child")).isPresent();
            WatcherFixture.soon().until(() -> standby.watcher.handover().isEmpty());
        }
    }

    private void deleteComposite() {
        ApiResource resource = local.discover()
                .find(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"))
                .orElseThrow();
        local.delete(resource, ObjectKey.clusterScoped("things"), DeleteOptions.BACKGROUND);
    }

    @Test
    void theFinalizersOfAControllerThatWasDeletedWhileItStoodByAreRemoved() {
        formerLeader();
        try (WatcherFixture standby = standby()) {
            awaitCaches();
            WatcherFixture.soon().until(() -> !standby.watcher.handover().isEmpty());
            deleteComposite();

            standby.watcher.lead("");

            WatcherFixture.soon().until(() -> !isHeld(standby));
        }
    }

    @Test
    void theFinalizersOfAControllerThatExistsStay() {
        String handover = formerLeader();
        try (WatcherFixture standby = standby()) {
            standby.hook = _ -> WatcherFixture.configMapAnswer("second", "child");

            standby.watcher.lead(handover);

            WatcherFixture.soon().until(() -> standby.text("child").equals("second"));
            assertThat(isHeld(standby)).isTrue();
            assertThat(standby.watcher.handover()).isEqualTo(handover);
        }
    }

    @Test
    void parentsOfAKindThatTheControllerNoLongerHasLoseItsFinalizer() {
        formerLeader();
        ApiResource things = local.discover()
                .find(GroupVersionKind.of("test.hookline.io/v1", "Thing"))
                .orElseThrow();
        KubeObject held = local.get(things, new ObjectKey("default", "a"));
        var tree = held.tree();
        ((com.fasterxml.jackson.databind.node.ObjectNode) tree.get("metadata"))
                .putArray("finalizers")
                .add("metacontroller.io/decoratorcontroller-decorated");
        local.update(things, KubeObject.forUpdate(tree), WriteOptions.PLAIN);
        deleteComposite();
        try (WatcherFixture standby = standby()) {
            standby.apply("""
                    apiVersion: metacontroller.k8s.io/v1alpha1
                    kind: DecoratorController
                    metadata: {name: decorated}
                    spec:
                      resources: [{apiVersion: v1, resource: configmaps}]
                      hooks: {sync: {webhook: {url: "http://hooks.test/sync"}}}
                    """);

            standby.watcher.lead(
                    "{\"DecoratorController/decorated\":[\"v1/configmaps\",\"test.hookline.io/v1/things\"]}");

            WatcherFixture.soon()
                    .until(() -> standby.thing("a").orElseThrow().finalizers().isEmpty());
        }
    }
}
