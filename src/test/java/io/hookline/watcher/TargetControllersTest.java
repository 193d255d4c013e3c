package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A watcher that runs only the controllers with its label. */
class TargetControllersTest extends ReconcileSuite {

    private static final String FINALIZER = "metacontroller.io/compositecontroller-c";

    @Override
    public WatcherFixture open(UnaryOperator<Cluster> between) {
        WatcherOptions all = WatcherOptions.DEFAULTS.releasingFinalizersAfter(Duration.ofMillis(1));
        WatcherOptions ours = new WatcherOptions(
                all.workers(),
                all.discoveryInterval(),
                all.cacheFlushInterval(),
                LabelSelector.ofLabel("watcher", "ours"),
                all.eventsPerSecond(),
                all.eventsBurst(),
                all.finalizerReleaseDelay(),
                all.revisionNamespace());
        return new WatcherFixture(WatcherFixture.newCluster(), between::apply, InstantSource.system(), ours);
    }

    private ApiResource composites() {
        return world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
    }

    private void controller(String name, String watcher) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: %s, labels: {watcher: %s}}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                """.formatted(name, watcher) + (configMaps("InPlace") + hooks("sync", "finalize")).indent(2));
    }

    /** A controller of ours that is started after all that came before, and has synced every parent. */
    private void runAnother() {
        world.hook =
                request -> configMapAnswer("hi", "by-" + request.controller().name());
        controller("other", "ours");
        soon().until(() -> world.configMap("by-other").isPresent());
    }

    @Test
    void aControllerThatLosesTheLabelStopsAndItsFinalizersStay() {
        world.hook =
                request -> configMapAnswer("hi", "by-" + request.controller().name());
        controller("c", "ours");
        world.thing("p", "{}");
        soon().until(() -> world.configMap("by-c").isPresent());

        merge(composites(), "c", "{\"metadata\":{\"labels\":{\"watcher\":\"theirs\"}}}");

        awaitEvent("Stopped c: Stopped controller: c");
        int calls = world.calls.size();
        mergeThing("p", "{\"spec\":{\"changed\":true}}");
        runAnother();
        assertThat(world.calls.stream().skip(calls))
                .allSatisfy(call -> assertThat(call.controller().name()).isEqualTo("other"));
        assertThat(world.thing("p").orElseThrow().hasFinalizer(FINALIZER)).isTrue();
    }

    @Test
    void aControllerStartsWhenItGetsTheLabel() {
        controller("c", "theirs");
        world.thing("p", "{}");
        runAnother();
        assertThat(world.configMap("by-c")).isEmpty();
        assertThat(events("controller: c")).isEmpty();

        merge(composites(), "c", "{\"metadata\":{\"labels\":{\"watcher\":\"ours\"}}}");

        soon().until(() -> world.configMap("by-c").isPresent());
    }
}
