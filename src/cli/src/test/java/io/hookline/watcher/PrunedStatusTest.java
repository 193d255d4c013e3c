package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.local.LocalCluster;
import io.hookline.object.GroupVersionKind;
import io.hookline.testing.LogLines;
import io.hookline.watcher.condition.ControllerStatusWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With Metacontroller's CRDs, whose status has no fields, no status is shown and everything else works. */
class PrunedStatusTest {

    private static final String PRUNED = TestKinds.COMPOSITE.replace(
            "{type: object, x-kubernetes-preserve-unknown-fields: true}",
            "{type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true},"
                    + " status: {type: object}}}");

    @RegisterExtension
    private final LogLines lines = new LogLines(ControllerStatusWriter.class);

    private final List<String> statusWrites = new CopyOnWriteArrayList<>();

    private Cluster observed(Cluster next) {
        Interposed observing = request -> {
            if (request.is("patch compositecontrollers/status")) {
                statusWrites.add(request.verb());
            }
            return request.pass();
        };
        return observing.before(next);
    }

    @Test
    void aStatusThatTheServerPrunesIsTriedOnce() {
        LocalWorld world = new LocalWorld();
        world.apply(PRUNED);
        LocalCluster cluster = world.cluster;
        Function<Cluster, Cluster> between = this::observed;
        try (WatcherFixture fixture =
                new WatcherFixture(cluster, between, InstantSource.system(), WatcherOptions.DEFAULTS)) {
            fixture.composite("c", hooks("sync"));
            fixture.composite("d", hooks("sync"));
            fixture.thing("p", "{}");

            soon().until(() -> !fixture.calls.isEmpty() && !statusWrites.isEmpty());
            fixture.thing("q", "{}");
            QuietPeriod.await(3000, statusWrites::size);

            assertThat(statusWrites).hasSize(1);
            assertThat(lines.all())
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line.getFormattedMessage()).isEqualTo("controllers will show no status"));
            assertThat(fixture.find(
                                    fixture.resource(GroupVersionKind.of(
                                            "metacontroller.k8s.io/v1alpha1", "CompositeController")),
                                    "c")
                            .orElseThrow()
                            .fieldTree("status"))
                    .isEmpty();
        }
    }
}
