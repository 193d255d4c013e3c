package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;

/** The annotation hookline.io/paused on a parent or on a controller stops syncs until it is removed. */
class PausedTest extends ReconcileSuite {

    private static final String PAUSE = "{\"metadata\":{\"annotations\":{\"hookline.io/paused\":\"true\"}}}";
    private static final String RESUME = "{\"metadata\":{\"annotations\":{\"hookline.io/paused\":null}}}";

    private ApiResource composites() {
        return world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
    }

    /** The ConfigMap shows {@code spec.text} of the parent. */
    private static String text(HookRequest request) {
        String text = request.parent().tree().at("/spec/text").asText();
        return request.finalizing()
                ? "{\"children\":[],\"finalized\":true}"
                : configMapAnswer(text, request.parent().name() + "-child");
    }

    private void started(String... types) {
        world.hook = PausedTest::text;
        world.composite("c", configMaps("InPlace") + hooks(types));
    }

    private void change(String thing, String text) {
        mergeThing(thing, "{\"spec\":{\"text\":\"" + text + "\"}}");
    }

    @Test
    void aPausedParentIsNeitherSyncedNorWritten() {
        started("sync");
        thing("p", "annotations: {hookline.io/paused: 'true'}", "{text: one}");
        thing("q", "labels: {}", "{text: one}");

        soon().until(() -> world.text("q-child").equals("one"));
        settle();
        assertThat(callsAbout("p")).isEmpty();
        assertThat(status("p")).isEqualTo("null");
        soon().until(() -> events("Paused p: c does not sync it").size() == 1);
    }

    @Test
    void aPausedParentContinuesAtOnceWhenItsAnnotationIsRemoved() {
        started("sync");
        thing("p", "labels: {}", "{text: one}");
        soon().until(() -> world.text("p-child").equals("one"));

        mergeThing("p", PAUSE);
        awaitEvent("Paused p: ");
        change("p", "two");
        world.local.delete(world.configMaps(), key("p-child"), DeleteOptions.BACKGROUND);
        settle();
        assertThat(world.configMap("p-child")).isEmpty();

        mergeThing("p", RESUME);
        soon().until(() -> world.text("p-child").equals("two"));
        awaitEvent("Resumed p: c syncs it again");
        assertThat(events("Paused p: ")).hasSize(1);
    }

    @Test
    void aPausedParentThatIsDeletedIsFinalized() {
        started("sync", "finalize");
        thing("p", "labels: {}", "{text: one}");
        soon().until(() -> world.text("p-child").equals("one"));
        mergeThing("p", PAUSE);
        awaitEvent("Paused p: ");
        settle();

        deleteThing("p");

        soon().until(() -> world.thing("p").isEmpty());
        assertThat(world.calls.getLast().finalizing()).isTrue();
    }

    @Test
    void anotherValueOfTheAnnotationDoesNotPause() {
        started("sync");
        thing("p", "annotations: {hookline.io/paused: 'false'}", "{text: one}");

        soon().until(() -> world.text("p-child").equals("one"));
        assertThat(events("Paused p: ")).isEmpty();
    }

    @Test
    void aPausedControllerSyncsNoParentAndContinuesWithAllOfThem() {
        started("sync", "finalize");
        thing("p", "labels: {}", "{text: one}");
        thing("q", "labels: {}", "{text: one}");
        soon().until(() ->
                world.text("p-child").equals("one") && world.text("q-child").equals("one"));

        merge(composites(), "c", PAUSE);
        awaitEvent("Paused c: No parent is synced");
        int calls = world.calls.size();
        change("p", "two");
        change("q", "two");
        thing("r", "labels: {}", "{text: two}");
        settle();
        assertThat(world.calls).hasSize(calls);
        assertThat(world.thing("r").orElseThrow().finalizers()).isEmpty();

        deleteThing("q");
        soon().until(() -> world.thing("q").isEmpty());
        assertThat(callsAbout("q").getLast().finalizing()).isTrue();

        merge(composites(), "c", RESUME);
        soon().until(() ->
                world.text("p-child").equals("two") && world.text("r-child").equals("two"));
        awaitEvent("Resumed c: Parents are synced again");
        assertThat(events("Started controller: c")).hasSize(1);
        assertThat(events("Paused c: ")).hasSize(1);
    }

    @Test
    void aControllerThatIsCreatedPausedSyncsNothing() {
        world.hook = PausedTest::text;
        thing("p", "labels: {}", "{text: one}");
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c, annotations: {hookline.io/paused: "true"}}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                """ + (configMaps("InPlace") + hooks("sync")).indent(2));

        awaitEvent("Started controller: c");
        awaitEvent("Paused c: ");
        settle();
        assertThat(world.calls).isEmpty();

        merge(composites(), "c", RESUME);
        soon().until(() -> world.text("p-child").equals("one"));
    }

    @Test
    void theStatusOfAPausedControllerSaysSo() {
        started("sync");
        merge(composites(), "c", PAUSE);

        soon().untilAsserted(() -> assertThat(world.local
                        .get(composites(), ObjectKey.clusterScoped("c"))
                        .fieldTree("status")
                        .toString())
                .contains("\"reason\":\"Paused\",\"status\":\"True\",\"type\":\"Ready\"")
                .contains("\"reason\":\"Paused\",\"status\":\"True\",\"type\":\"Paused\""));
    }
}
