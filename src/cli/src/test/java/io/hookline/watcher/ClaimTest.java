package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.KubeObject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which children a composite's parent keeps and which it releases: by owner, by label, and by whether it is being deleted. */
@EachStrategy
class ClaimTest extends ReconcileSuite {

    @BeforeEach
    void wantWhatIsThere() {
        world.hook = ReconcileSuite::asShown;
        selecting("own", configMaps("OnDelete") + hooks("sync"));
    }

    private KubeObject parent(String metadata) {
        return thing("p", metadata, "{selector: {matchLabels: {app: x}}}");
    }

    private KubeObject live(String configMap) {
        return world.configMap(configMap).orElseThrow();
    }

    private void relabel(String configMap) {
        merge(world.configMaps(), configMap, "{\"metadata\":{\"labels\":{\"app\":\"y\"}}}");
    }

    private void awaitSync() {
        soon().until(() -> !world.calls.isEmpty());
        settle();
    }

    @Test
    void aChildThatIsBeingDeletedIsStillShown() {
        KubeObject parent = parent("labels: {}");
        configMap("c", "labels: {app: x}, finalizers: [test.hookline.io/held], " + ownedBy(parent));
        soon().until(() -> shown().equals(List.of("c")));

        world.local.delete(world.configMaps(), key("c"), DeleteOptions.BACKGROUND);

        soon().until(() -> world.calls.getLast().children().all().stream().anyMatch(KubeObject::isBeingDeleted));
        letGo(world.configMaps(), "c");
        soon().until(() -> shown().isEmpty());
    }

    @Test
    void aChildThatStopsMatchingIsReleasedAndKeepsItsOtherOwners() {
        KubeObject parent = parent("labels: {}");
        KubeObject other = thing("other", "labels: {}", "{selector: {matchLabels: {app: none}}}");
        configMap(
                "c",
                "labels: {app: x}, "
                        + ownedBy(parent)
                                .replace(
                                        "]",
                                        ", {apiVersion: test.hookline.io/v1, kind: Thing, name: other, uid: "
                                                + other.uid() + "}]"));
        soon().until(() -> shownOf("p").equals(List.of("c")));

        relabel("c");

        soon().until(() -> live("c").controllerUid().isEmpty());
        assertThat(live("c").tree().at("/metadata/ownerReferences").findValuesAsText("name"))
                .containsExactly("other");
        soon().until(() -> shownOf("p").isEmpty());
    }

    @Test
    void aParentThatIsBeingDeletedReleasesNothingAndAdoptsNothing() {
        KubeObject parent = parent("finalizers: [test.hookline.io/held]");
        configMap("c", "labels: {app: x}, " + ownedBy(parent));
        soon().until(() -> shown().equals(List.of("c")));
        deleteThing("p");
        soon().until(() -> world.calls.getLast().parent().isBeingDeleted());

        relabel("c");
        configMap("orphan", "labels: {app: x}");

        soon().until(() -> shown().isEmpty());
        settle();
        assertThat(shown()).isEmpty();
        assertThat(live("c").controllerUid()).isEqualTo(parent.uid());
        assertThat(live("orphan").controllerOwner()).isEmpty();
        letGo(world.things(), "p");
    }

    @Test
    void aChildOfAnotherControllerIsNeitherTakenNorShown() {
        KubeObject boss = configMap("boss", "labels: {}");
        configMap("c", "labels: {app: x}, " + ownedBy(boss));
        parent("labels: {}");

        awaitSync();

        assertThat(shown()).isEmpty();
        assertThat(live("c").controllerUid()).isEqualTo(boss.uid());
    }

    @Test
    void everyDeclaredKindIsShownThoughItHasNoChildren() {
        parent("labels: {}");
        awaitSync();

        assertThat(world.calls.getFirst().children().byKind().keySet())
                .extracting(Object::toString)
                .containsExactly("ConfigMap.v1");
    }
}
