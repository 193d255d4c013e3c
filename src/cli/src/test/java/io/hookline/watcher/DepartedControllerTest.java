package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The parents of a deleted controller. */
class DepartedControllerTest {

    private static final String FINALIZER = "metacontroller.io/compositecontroller-things";
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration NEVER = Duration.ofHours(1);

    private static WatcherFixture releasingAfter(Duration delay) {
        WatcherFixture fixture =
                new WatcherFixture(cluster -> cluster, WatcherOptions.DEFAULTS.releasingFinalizersAfter(delay));
        start(fixture);
        return fixture;
    }

    private static void start(WatcherFixture fixture) {
        fixture.hook = _ -> WatcherFixture.configMapAnswer("kept", "child");
        composite(fixture);
        fixture.thing("a", "{}");
        WatcherFixture.soon().until(() -> fixture.configMap("child").isPresent());
    }

    private static void composite(WatcherFixture fixture) {
        fixture.composite("things", WatcherFixture.hooks("sync", "finalize") + WatcherFixture.configMaps("InPlace"));
    }

    private static boolean isHeld(WatcherFixture fixture) {
        return fixture.thing("a").orElseThrow().hasFinalizer(FINALIZER);
    }

    private static void deleteController(WatcherFixture fixture) {
        fixture.local.delete(composites(fixture), ObjectKey.clusterScoped("things"), DeleteOptions.BACKGROUND);
    }

    private static ApiResource composites(WatcherFixture fixture) {
        return fixture.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
    }

    @Test
    void itsParentsLoseTheFinalizerAndKeepTheirChildren() {
        try (WatcherFixture fixture = releasingAfter(AT_ONCE)) {
            assertThat(isHeld(fixture)).isTrue();

            deleteController(fixture);

            WatcherFixture.soon().until(() -> !isHeld(fixture));
            assertThat(fixture.configMap("child")).isPresent();
            WatcherFixture.soon()
                    .untilAsserted(() -> assertThat(fixture.events())
                            .contains("FinalizerReleased a: Finalizer " + FINALIZER
                                    + " was removed without a finalize call, since CompositeController things"
                                    + " does not exist any more"));
        }
    }

    @Test
    void aParentThatWasBeingDeletedIsRemoved() {
        try (WatcherFixture fixture = releasingAfter(AT_ONCE)) {
            fixture.hook = _ -> WatcherFixture.configMapAnswer("not finalized", "child");
            fixture.local.delete(fixture.things(), new ObjectKey("default", "a"), DeleteOptions.BACKGROUND);
            WatcherFixture.soon().until(() -> fixture.thing("a").orElseThrow().isBeingDeleted());

            deleteController(fixture);

            WatcherFixture.soon().until(() -> fixture.thing("a").isEmpty());
        }
    }

    @Test
    void aControllerThatComesBackInTimeFindsThemAsTheyWere() {
        try (WatcherFixture fixture = releasingAfter(NEVER)) {
            deleteController(fixture);
            WatcherFixture.soon().until(() -> fixture.events().contains("Stopped things: Stopped controller: things"));
            composite(fixture);
            fixture.hook = _ -> WatcherFixture.configMapAnswer("again", "child");
            fixture.thing("a", "{changed: true}");

            WatcherFixture.soon().until(() -> fixture.text("child").equals("again"));
            assertThat(isHeld(fixture)).isTrue();
        }
    }

    @Test
    void aRequestThatTheServerRefusesIsRetried() {
        DenyingCluster denying = new DenyingCluster();
        try (WatcherFixture fixture =
                new WatcherFixture(denying::inFrontOf, WatcherOptions.DEFAULTS.releasingFinalizersAfter(AT_ONCE))) {
            start(fixture);
            denying.deny("things");
            deleteController(fixture);
            WatcherFixture.soon().until(() -> fixture.events().contains("Stopped things: Stopped controller: things"));
            assertThat(isHeld(fixture)).isTrue();

            denying.allow("things");

            WatcherFixture.soon().until(() -> !isHeld(fixture));
        }
    }
}
