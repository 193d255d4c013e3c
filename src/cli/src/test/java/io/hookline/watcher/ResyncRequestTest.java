package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.GroupVersionKind;
import org.junit.jupiter.api.Test;

/** The annotation hookline.io/resync on a controller syncs its parents. */
class ResyncRequestTest extends ReconcileSuite {

    private String text = "one";

    private void annotate(String value) {
        merge(
                world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController")),
                "c",
                "{\"metadata\":{\"annotations\":{\"hookline.io/resync\":" + value + "}}}");
    }

    @Test
    void eachNewValueSyncsAllParentsOnceAndRestartsNothing() {
        world.hook = request -> configMapAnswer(text, request.parent().name() + "-child");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        thing("p", "labels: {}", "{}");
        thing("q", "labels: {}", "{}");
        soon().until(() ->
                world.text("p-child").equals("one") && world.text("q-child").equals("one"));
        settle();

        text = "two";
        annotate("\"first\"");
        soon().until(() ->
                world.text("p-child").equals("two") && world.text("q-child").equals("two"));
        soon().untilAsserted(() -> assertThat(world.observed).anyMatch(line -> line.contains("resync requested")));
        settle();

        text = "three";
        annotate("\"second\"");
        soon().until(() ->
                world.text("p-child").equals("three") && world.text("q-child").equals("three"));
        settle();

        int calls = world.calls.size();
        text = "four";
        annotate("null");
        settle();
        assertThat(world.calls).hasSize(calls);
        assertThat(events("Started controller: c")).hasSize(1);
    }
}
