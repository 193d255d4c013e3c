package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The selector of a parent's children, and the rule that every desired child must match it. */
class ChildSelectorTest extends ReconcileSuite {

    private static String child(String labels) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"odd\",\"labels\":" + labels
                + "}}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{selector: null}", "{selector: {}}", "{selector: {matchLabels: {}}}"})
    void aParentWithoutSelectorGetsAnErrorThatNamesIt(String spec) {
        selecting("own", configMaps("InPlace") + hooks("sync"));
        thing("p", "labels: {}", spec);

        awaitEvent("SyncError p: Sync error: .spec.selector must have either matchLabels, matchExpressions, or both:"
                + " set it in Thing default/p, or set generateSelector: true in the CompositeController");
        assertThat(world.calls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{selector: []}", "{selector: {matchLabels: {app: 7}}}"})
    void anInvalidSelectorIsNamed(String spec) {
        selecting("own", configMaps("InPlace") + hooks("sync"));
        thing("p", "labels: {}", spec);

        awaitEvent("SyncError p: Sync error: can't get label selector from Thing default/p: spec.selector");
        assertThat(world.calls).isEmpty();
    }

    @Test
    void aGeneratedSelectorIgnoresTheParentsOwn() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        thing("p", "labels: {}", "{selector: {matchLabels: {app: x}}}");

        soon().until(() -> world.configMap("a").isPresent());
        assertThat(world.configMap("a").orElseThrow().labels()).containsOnlyKeys("controller-uid");
    }

    @Test
    void aChangedSelectorReleasesAndAdoptsAccordingly() {
        world.hook = ReconcileSuite::asShown;
        selecting("own", configMaps("OnDelete") + hooks("sync"));
        configMap("a", "labels: {app: x}");
        configMap("b", "labels: {app: x, tier: back}");
        var parent = thing("p", "labels: {}", "{selector: {matchLabels: {app: x}}}");
        soon().until(() -> shown().size() == 2);

        mergeThing("p", "{\"spec\":{\"selector\":{\"matchLabels\":{\"tier\":\"back\"}}}}");

        soon().until(() -> world.configMap("a").orElseThrow().controllerUid().isEmpty());
        assertThat(world.configMap("b").orElseThrow().controllerUid()).isEqualTo(parent.uid());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"app":"y"}   | labels on desired child ConfigMap default/odd don't match parent selector: its labels are app=y, the selector is app=x; return it with labels that match, or correct spec.selector of Thing default/p
            null          | labels on desired child ConfigMap default/odd don't match parent selector: it has no labels, the selector is app=x; return it with labels that match, or correct spec.selector of Thing default/p
            {"app":7}     | invalid labels on desired child ConfigMap default/odd: children[1].metadata.labels.app: expected a string, was a number
            ["x"]         | invalid labels on desired child ConfigMap default/odd: children[1].metadata.labels: expected an object, was a list
            """)
    void aChildWithWrongLabelsStopsTheSyncBeforeAnyChildIsTouched(String labels, String message) {
        selecting("own", configMaps("InPlace") + hooks("sync"));
        world.hook = _ -> "{\"status\":{\"text\":\"never\"},\"children\":["
                + child("{\"app\":\"x\"}").replace("odd", "good") + "," + child(labels) + "]}";
        thing("p", "labels: {}", "{selector: {matchLabels: {app: x}}}");

        awaitEvent("SyncError p: Sync error: " + message);
        assertThat(world.configMap("good")).isEmpty();
        assertThat(status("p")).doesNotContain("never");
    }

    @Test
    void aHooksOwnControllerUidIsKeptAndThereforeRefused() {
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.hook = _ -> "{\"children\":[" + child("{\"controller-uid\":\"mine\"}") + "]}";
        world.thing("p", "{}");

        awaitEvent(
                "SyncError p: Sync error: labels on desired child ConfigMap default/odd don't match parent selector");
        assertThat(world.configMap("odd")).isEmpty();
    }
}
