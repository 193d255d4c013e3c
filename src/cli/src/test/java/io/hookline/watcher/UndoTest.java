package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.WellKnown;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A controller with the deletion policy Undo undoes what it made before its object is removed. */
@EachStrategy
class UndoTest extends DecoratorSuite {

    private static final String UNDO = "deletionPolicy: Undo\n";
    private static final String ORPHAN = "{\"spec\":{\"deletionPolicy\":\"Orphan\"}}";

    private volatile String denied = "";

    @Override
    public UnaryOperator<Cluster> between() {
        Interposed denying = request -> {
            boolean writes = request.verb().equals("patch") || request.verb().equals("update");
            if (writes && request.subresource().isEmpty() && request.resource().equals(denied)) {
                throw new ClusterException.Forbidden(denied + " is forbidden: User \"watcher\" cannot patch resource \""
                        + denied + "\" in API group \"metacontroller.k8s.io\" at the cluster scope");
            }
            return request.pass();
        };
        return denying::before;
    }

    private ApiResource resource(String kind) {
        return world.resource(GroupVersionKind.of(WellKnown.API_VERSION, kind));
    }

    private void delete(String kind, String name) {
        world.local.delete(resource(kind), ObjectKey.clusterScoped(name), DeleteOptions.BACKGROUND);
    }

    private boolean isGone(String kind, String name) {
        return world.find(resource(kind), name).isEmpty();
    }

    private void awaitFinalizer(String kind, String name) {
        soon().until(() -> world.find(resource(kind), name).orElseThrow().hasFinalizer(WellKnown.UNDO_FINALIZER));
    }

    /** A decorator that has attached a ConfigMap to a Thing, and set a label, annotations and the status. */
    private void decorated(String policy, String... hooks) {
        world.hook = request -> request.finalizing()
                ? attach("\"labels\":{\"tier\":null},\"finalized\":true")
                : attach(
                        "\"labels\":{\"tier\":\"gold\"},\"annotations\":{\"deco\":\"ready\",\"other\":\"ours\"},"
                                + "\"status\":{\"deco\":\"ready\"}",
                        request.parent().name() + "-deco");
        thing("p", YES, "{}");
        decorator("d", THINGS, policy + hooks(hooks));
        soon().until(() ->
                world.configMap("p-deco").isPresent() && live().labels().containsKey("tier"));
    }

    @Test
    void aDecoratorDeletesItsAttachmentsAndRemovesTheLabelsAndAnnotationsOfItsLastAnswer() {
        decorated(UNDO, "sync");
        awaitFinalizer("DecoratorController", "d");
        configMap("theirs", ownedBy(live()));
        mergeThing("p", "{\"metadata\":{\"annotations\":{\"mine\":\"kept\"}}}");
        settle();
        world.hook = _ -> attach("\"labels\":{\"tier\":\"gold\"},\"annotations\":{\"deco\":\"ready\"}", "p-deco");
        touch("p");
        int calls = world.calls.size();

        delete("DecoratorController", "d");

        soon().until(() -> isGone("DecoratorController", "d"));
        assertThat(world.configMap("p-deco")).isEmpty();
        assertThat(world.configMap("theirs")).isPresent();
        assertThat(live().labels()).isEqualTo(Map.of("decorate", "yes"));
        assertThat(live().annotations()).containsKeys("mine", "other").doesNotContainKey("deco");
        assertThat(status("p")).contains("ready");
        assertThat(world.calls).hasSize(calls);
        awaitEvent("Undoing d: ");
    }

    @Test
    void aLabelThatSomebodyElseHasChangedStays() {
        decorated(UNDO, "sync");
        awaitFinalizer("DecoratorController", "d");
        settle();
        world.hook = _ -> "not an answer";
        mergeThing("p", "{\"metadata\":{\"labels\":{\"tier\":\"silver\"}}}");
        awaitEvent("SyncError p: ");

        delete("DecoratorController", "d");

        soon().until(() -> isGone("DecoratorController", "d"));
        assertThat(live().labels()).containsEntry("tier", "silver");
        assertThat(live().annotations()).doesNotContainKey("deco");
        assertThat(world.configMap("p-deco")).isEmpty();
    }

    @Test
    void byDefaultEverythingStays() {
        decorated("", "sync");
        assertThat(world.find(resource("DecoratorController"), "d")
                        .orElseThrow()
                        .finalizers())
                .isEmpty();

        delete("DecoratorController", "d");

        awaitEvent("Stopped d: ");
        settle();
        assertThat(world.configMap("p-deco")).isPresent();
        assertThat(live().labels()).containsEntry("tier", "gold");
    }

    @Test
    void aDecoratorWithFinalizeHookLeavesItToTheHook() {
        decorated(UNDO, "sync", "finalize");
        thing("q", "labels: {}", "{}");
        awaitFinalizer("DecoratorController", "d");

        delete("DecoratorController", "d");

        soon().until(() -> isGone("DecoratorController", "d"));
        assertThat(live().finalizers()).isEmpty();
        assertThat(live().labels()).doesNotContainKey("tier");
        assertThat(live().annotations()).as("the hook did not remove it").containsKey("deco");
        assertThat(world.configMap("p-deco")).isEmpty();
        assertThat(callsAbout("p").getLast().finalizing()).isTrue();
        assertThat(callsAbout("q")).isEmpty();
    }

    @Test
    void theControllerWaitsForItsFinalizeHookUnlessThePolicyIsChanged() {
        decorated(UNDO, "sync", "finalize");
        awaitFinalizer("DecoratorController", "d");
        world.hook = request -> request.finalizing() ? "not an answer" : attach("", "p-deco");
        delete("DecoratorController", "d");
        awaitEvent("SyncError p: ");
        assertThat(isGone("DecoratorController", "d")).isFalse();

        merge(resource("DecoratorController"), "d", ORPHAN);

        soon().until(() -> isGone("DecoratorController", "d"));
        assertThat(world.configMap("p-deco")).isPresent();
    }

    @Test
    void aPausedControllerUndoesTooAndSoDoesOneWithThePolicyInAnAnnotation() {
        decorated("", "sync");
        merge(
                resource("DecoratorController"),
                "d",
                "{\"metadata\":{\"annotations\":{\"hookline.io/deletion-policy\":\"Undo\"}}}");
        awaitFinalizer("DecoratorController", "d");
        soon().until(() -> events("Started d: ").size() == 1);
        touch("p");
        merge(
                resource("DecoratorController"),
                "d",
                "{\"metadata\":{\"annotations\":{\"hookline.io/paused\":\"true\"}}}");
        awaitEvent("Paused d: ");

        delete("DecoratorController", "d");

        soon().until(() -> isGone("DecoratorController", "d"));
        assertThat(world.configMap("p-deco")).isEmpty();
        assertThat(live().labels()).doesNotContainKey("tier");
    }

    @Test
    void aPolicyThatIsTakenBackInTimeLeavesNoFinalizer() {
        decorated(UNDO, "sync");
        awaitFinalizer("DecoratorController", "d");

        merge(resource("DecoratorController"), "d", ORPHAN);

        soon().until(() -> world.find(resource("DecoratorController"), "d")
                .orElseThrow()
                .finalizers()
                .isEmpty());
        delete("DecoratorController", "d");
        awaitEvent("Stopped d: ");
        settle();
        assertThat(world.configMap("p-deco")).isPresent();
    }

    @Test
    void aWatcherThatMayNotSetTheFinalizerSaysSo() {
        denied = "decoratorcontrollers";
        decorated(UNDO, "sync");

        awaitEvent(
                "UndoFinalizerError d: Cannot write the finalizer hookline.io/undo, so what the controller made stays"
                        + " when it is deleted: can't sync finalizer for DecoratorController d: decoratorcontrollers is forbidden");
        soon().untilAsserted(() -> assertThat(world.find(resource("DecoratorController"), "d")
                        .orElseThrow()
                        .fieldTree("status")
                        .toString())
                .contains("\"reason\":\"RequestDenied\",\"status\":\"False\",\"type\":\"PermissionsReady\""));
        assertThat(world.configMap("p-deco")).as("it works nevertheless").isPresent();
        denied = "";
    }

    @Test
    void aWatcherThatStartsLaterUndoesWhatItFinds() {
        decorated(UNDO, "sync");
        awaitFinalizer("DecoratorController", "d");
        settle();
        world.watcher.close();
        delete("DecoratorController", "d");
        configMap("theirs", ownedBy(live()));
        int calls = world.calls.size();

        try (WatcherFixture next = again()) {
            soon().until(() -> isGone("DecoratorController", "d"));
            assertThat(next.calls).isEmpty();
        }
        assertThat(world.calls).hasSize(calls);
        assertThat(world.configMap("p-deco")).isEmpty();
        assertThat(world.configMap("theirs")).isPresent();
        assertThat(live().labels()).as("nobody knows any more who set it").containsKey("tier");
    }

    /** A composite that has made a child of a Thing. Its selector also matches a child that it never wrote, and an orphan. */
    private void composed(String... hooks) {
        world.hook = _ -> configMapAnswer("made", "made");
        world.composite("c", UNDO + configMaps("InPlace") + hooks(hooks));
        KubeObject parent = world.thing("p", "{}");
        soon().until(() -> world.configMap("made").isPresent() && status("p").contains("made"));
        awaitFinalizer("CompositeController", "c");
        settle();
        world.hook = request -> request.finalizing() ? "{\"children\":[],\"finalized\":true}" : "not an answer";
        mergeThing("p", "{\"spec\":{\"changed\":true}}");
        awaitEvent("SyncError p: ");
        String selected = "labels: {controller-uid: " + parent.uid() + "}";
        configMap("controlled", selected + ", " + ownedBy(live()));
        delete("CompositeController", "c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sync", "sync finalize"})
    void aCompositeDeletesTheChildrenThatItHasMadeAndKeepsItsParents(String types) {
        composed(types.split(" "));

        soon().until(() -> isGone("CompositeController", "c"));
        assertThat(world.configMap("made")).isEmpty();
        assertThat(world.configMap("controlled")).as("made by somebody else").isPresent();
        assertThat(live().finalizers()).isEmpty();
        assertThat(world.calls.getLast().finalizing()).isEqualTo(types.contains("finalize"));
    }

    @Test
    void aCompositeKeepsTheStatusOfItsParents() {
        composed("sync");

        soon().until(() -> isGone("CompositeController", "c"));
        assertThat(status("p")).contains("made");
    }

    @Test
    void anOrphanThatTheSelectorMatchesIsNotAdoptedToBeDeleted() {
        world.hook = request -> request.finalizing() ? "{\"children\":[],\"finalized\":true}" : "{}";
        world.composite(
                "c", UNDO + "hooks: {sync: {webhook: {url: \"http://hooks.test/sync\"}}}\n" + configMaps("InPlace"));
        KubeObject parent = world.thing("p", "{}");
        awaitFinalizer("CompositeController", "c");
        soon().until(() -> !world.calls.isEmpty());
        settle();
        merge(
                resource("CompositeController"),
                "c",
                "{\"metadata\":{\"annotations\":{\"hookline.io/paused\":\"true\"}}}");
        awaitEvent("Paused c: ");
        configMap("orphan", "labels: {controller-uid: " + parent.uid() + "}");

        delete("CompositeController", "c");

        soon().until(() -> isGone("CompositeController", "c"));
        assertThat(world.configMap("orphan").orElseThrow().controllerOwner()).isEmpty();
    }

    /** It has no objects any more, so nothing is left of what was made for them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aKindThatIsDeletedTogetherWithTheControllerDoesNotHoldIt(boolean isWatched) {
        world.define(TestKinds.kind("undo.hookline.io", "gadget", "Gadget"));
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: g}
                spec:
                  deletionPolicy: Undo
                  resources:
                  - {apiVersion: undo.hookline.io/v1, resource: gadgets}
                """ + hooks("sync").indent(2));
        awaitFinalizer("DecoratorController", "g");
        awaitEvent("Started g: ");
        if (!isWatched) {
            world.watcher.close();
        }
        GroupVersionKind definition = GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition");
        world.local.delete(
                world.resource(definition),
                ObjectKey.clusterScoped("gadgets.undo.hookline.io"),
                DeleteOptions.BACKGROUND);
        soon().until(() -> world.local
                .discover()
                .find(GroupVersionKind.of("undo.hookline.io/v1", "Gadget"))
                .isEmpty());
        delete("DecoratorController", "g");

        try (WatcherFixture _ = isWatched ? world : again()) {
            soon().until(() -> isGone("DecoratorController", "g"));
        }
    }

    private WatcherFixture again() {
        return new WatcherFixture(
                world.local,
                cluster -> cluster,
                InstantSource.system(),
                WatcherOptions.DEFAULTS.applying(strategy.text(), "metacontroller"));
    }
}
