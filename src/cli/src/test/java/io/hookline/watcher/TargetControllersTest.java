package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A watcher that runs only the controllers with its label. */
class TargetControllersTest extends ReconcileSuite {

    private static final String FINALIZER = "metacontroller.io/compositecontroller-c";

    @Override
    public WatcherFixture open(UnaryOperator<Cluster> between) {
        return watcherOf("ours", WatcherFixture.newCluster());
    }

    private static WatcherFixture watcherOf(String label, Cluster cluster) {
        WatcherOptions all = WatcherOptions.DEFAULTS.releasingFinalizersAfter(Duration.ofMillis(1));
        WatcherOptions ours = new WatcherOptions(
                all.workers(),
                all.discoveryInterval(),
                all.cacheFlushInterval(),
                LabelSelector.ofLabel("watcher", label),
                all.eventsPerSecond(),
                all.eventsBurst(),
                all.finalizerReleaseDelay(),
                all.revisionNamespace());
        return new WatcherFixture(cluster, seen -> seen, InstantSource.system(), ours);
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

    private void label(String watcher) {
        merge(composites(), "c", "{\"metadata\":{\"labels\":{\"watcher\":" + watcher + "}}}");
    }

    private boolean isHeld() {
        return world.thing("p").orElseThrow().hasFinalizer(FINALIZER);
    }

    private void startOurs() {
        world.hook =
                request -> configMapAnswer("hi", "by-" + request.controller().name());
        controller("c", "ours");
        world.thing("p", "{}");
        soon().until(() -> world.configMap("by-c").isPresent() && isHeld());
    }

    @Test
    void aControllerWhoseLabelIsRemovedStopsAndItsFinalizersStay() {
        startOurs();

        label("null");

        awaitEvent("Stopped c: Stopped controller: c");
        runAnother();
        assertThat(isHeld()).isTrue();
    }

    @Test
    void aControllerThatGetsItsLabelBackContinuesWithTheSameFinalizers() {
        startOurs();
        label("null");
        awaitEvent("Stopped c: Stopped controller: c");
        int calls = world.calls.size();

        label("\"ours\"");

        soon().until(() -> world.calls.stream()
                .skip(calls)
                .anyMatch(call -> call.controller().name().equals("c")));
        assertThat(isHeld()).isTrue();
    }

    /** Whichever watcher ran it last: the controller does not exist any more. */
    @Test
    void aControllerThatIsDeletedAfterItLostTheLabelNoLongerHoldsItsParents() {
        startOurs();
        label("\"theirs\"");
        awaitEvent("Stopped c: Stopped controller: c");

        world.local.delete(composites(), ObjectKey.clusterScoped("c"), DeleteOptions.BACKGROUND);

        soon().until(() -> !isHeld());
    }

    @Test
    void anotherWatcherTakesOverTheParentsWithTheirFinalizer() {
        startOurs();
        try (WatcherFixture theirs = watcherOf("theirs", world.local)) {
            theirs.hook = request -> request.type() == HookType.FINALIZE
                    ? "{\"finalized\":true,\"children\":[]}"
                    : configMapAnswer("theirs", "by-c");
            label("\"theirs\"");
            soon().until(() -> world.text("by-c").equals("theirs"));
            assertThat(isHeld()).isTrue();
            awaitEvent("Stopped c: Stopped controller: c");

            deleteThing("p");

            soon().until(() -> world.thing("p").isEmpty());
            assertThat(theirs.calls).anyMatch(call -> call.type() == HookType.FINALIZE);
            assertThat(world.calls).noneMatch(call -> call.type() == HookType.FINALIZE);
        }
    }
}
