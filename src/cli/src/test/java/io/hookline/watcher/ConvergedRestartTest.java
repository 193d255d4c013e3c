package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Restarts of a watcher whose parents and children are as desired. The number of parents is that of the system property. */
class ConvergedRestartTest {

    private static final int PARENTS = Integer.getInteger("hookline.restart.parents", 100);
    private static final int CHILDREN = 5;

    private final Cluster cluster = WatcherFixture.newCluster();

    private WatcherFixture start(WatcherOptions options) {
        return new WatcherFixture(
                cluster, seen -> seen, InstantSource.system(), options, ConvergedRestartTest::children);
    }

    private static String children(HookRequest request) {
        return configMapAnswer(
                "hi",
                IntStream.range(0, CHILDREN)
                        .mapToObj(i -> request.parent().name() + "-" + i)
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "dynamic-apply, false",
        "dynamic-apply, true",
        "server-side-apply, false",
        "server-side-apply, true",
    })
    void aRestartWritesNothing(String strategy, boolean strips) {
        WatcherOptions options =
                WatcherOptions.DEFAULTS.applying(strategy, "metacontroller").strippingManagedFields(strips);
        try (WatcherFixture first = start(options)) {
            first.composite("c", configMaps("InPlace") + hooks("sync"));
            IntStream.range(0, PARENTS).forEach(i -> first.thing("p" + i, "{}"));
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(this::isConverged);
            QuietPeriod.ofSyncs(first);
        }
        everyChildIsChangedByAnotherClient();
        Set<String> before = versions();
        try (WatcherFixture second = start(options)) {
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> synced(second) == PARENTS);
            QuietPeriod.ofSyncs(second);
            assertThat(second.cluster.requests()).isEmpty();
        }
        assertThat(versions()).isEqualTo(before).hasSize(PARENTS * (CHILDREN + 1));
    }

    private List<KubeObject> things() {
        return list("test.hookline.io/v1", "things");
    }

    private List<KubeObject> list(String apiVersion, String plural) {
        return cluster.list(cluster.discover().find(apiVersion, plural).orElseThrow(), ListOptions.ALL)
                .items();
    }

    private boolean isConverged() {
        return list("v1", "configmaps").size() == PARENTS * CHILDREN
                && things().stream().allMatch(thing -> thing.field("status") != null);
    }

    /** So that other managers have entries too. */
    private void everyChildIsChangedByAnotherClient() {
        for (KubeObject child : list("v1", "configmaps")) {
            cluster.patch(
                    cluster.discover().find("v1", "configmaps").orElseThrow(),
                    child.key(),
                    Patch.merge("{\"metadata\":{\"labels\":{\"theirs\":\"x\"}}}"),
                    WriteOptions.PLAIN.by("somebody"));
        }
    }

    private Set<String> versions() {
        Set<String> versions = new HashSet<>();
        list("v1", "configmaps").forEach(child -> versions.add(child + " " + child.resourceVersion()));
        things().forEach(thing -> versions.add(thing + " " + thing.resourceVersion()));
        return versions;
    }

    private static int synced(WatcherFixture world) {
        return world.calls.stream()
                .map(call -> call.parent().name())
                .collect(Collectors.toSet())
                .size();
    }
}
