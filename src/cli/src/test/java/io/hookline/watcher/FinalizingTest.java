package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The finalize hook of a composite, when a parent is deleted or no longer selected. */
@EachStrategy
class FinalizingTest extends ReconcileSuite {

    private static final String OURS = "metacontroller.io/compositecontroller-c";
    private static final String THEIRS = "test.hookline.io/held";
    private static final String HELD = "finalizers: [" + THEIRS + "]";

    private KubeObject live() {
        return world.thing("p").orElseThrow();
    }

    private boolean lastCallFinalized() {
        return !world.calls.isEmpty() && world.calls.getLast().finalizing();
    }

    private static String finalized(String children) {
        return "{\"status\":{\"text\":\"bye\"},\"children\":[" + children + "],\"finalized\":true}";
    }

    @Test
    void theFinalizerIsAddedBeforeAnyHookIsCalled() {
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        thing("p", HELD, "{}");

        soon().until(() -> !world.calls.isEmpty());
        assertThat(world.calls.getFirst().parent().finalizers()).containsExactly(THEIRS, OURS);
        assertThat(live().finalizers()).containsExactly(THEIRS, OURS);
        letGo(world.things(), "p");
    }

    @Test
    void withoutFinalizeHookAParentThatIsBeingDeletedIsSyncedAndItsChildrenAreNotManaged() {
        world.hook = request -> configMapAnswer("hi", request.parent().isBeingDeleted() ? "b" : "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        thing("p", HELD, "{}");
        soon().until(() -> world.configMap("a").isPresent());

        deleteThing("p");
        // A sync that has begun before does not show the deletion.
        world.hook = request ->
                request.parent().isBeingDeleted() ? configMapAnswer("going", "b") : configMapAnswer("hi", "a");

        soon().until(() -> status("p").contains("going") || retouched());
        assertThat(world.calls).noneMatch(HookRequest::finalizing);
        assertThat(world.calls.getLast().type()).isEqualTo(HookType.SYNC);
        assertThat(world.configMap("a")).isPresent();
        assertThat(world.configMap("b")).isEmpty();
        letGo(world.things(), "p");
        soon().until(() -> world.thing("p").isEmpty());
    }

    /** The deletion may have been synced with the former answer: one more change shows the new one. */
    private boolean retouched() {
        mergeThing("p", "{\"metadata\":{\"annotations\":{\"n\":\"" + world.calls.size() + "\"}}}");
        return false;
    }

    @Test
    void aFinalizeHookManagesChildrenUntilItIsDoneAndIsCalledAgainWhenItRequestsIt() {
        world.hook = request -> {
            if (!request.finalizing()) {
                return configMapAnswer("hi", "a", "b");
            }
            return switch (request.children().all().size()) {
                case 2 -> configMapAnswer("one left", "b").replaceFirst("}$", ",\"resyncAfterSeconds\":0.05}");
                case 1 -> "{\"children\":[]}";
                default -> finalized("");
            };
        };
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        world.thing("p", "{}");
        soon().until(() ->
                world.configMap("a").isPresent() && world.configMap("b").isPresent());

        deleteThing("p");

        soon().until(() -> world.thing("p").isEmpty());
        assertThat(world.configMap("a")).isEmpty();
        assertThat(world.configMap("b")).isEmpty();
        assertThat(world.calls).filteredOn(HookRequest::finalizing).hasSizeGreaterThanOrEqualTo(3);
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void theSyncThatRemovesTheFinalizerDoesNotManageChildrenAnyMore() {
        world.hook = request -> request.finalizing() ? finalized(child("late")) : configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        thing("p", HELD, "{}");
        soon().until(() -> world.configMap("a").isPresent());

        deleteThing("p");

        soon().until(() -> status("p").contains("bye"));
        settle();
        assertThat(live().finalizers()).containsExactly(THEIRS);
        assertThat(world.configMap("a")).isPresent();
        assertThat(world.configMap("late")).isEmpty();
        letGo(world.things(), "p");
        soon().until(() -> world.thing("p").isEmpty());
    }

    private static String child(String name) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"}}";
    }

    @Test
    void aParentThatLeavesTheSelectorIsFinalizedWithItsChildrenAndThenLetAlone() {
        world.hook = request -> !request.finalizing()
                ? configMapAnswer("hi", "a")
                : "{\"children\":[" + child("farewell") + "],\"finalized\":"
                        + shown(request).contains("farewell") + "}";
        composite(
                "c",
                "labelSelector: {matchLabels: {on: 'yes'}}",
                "generateSelector: true\n" + configMaps("InPlace") + hooks("sync", "finalize"));
        thing("p", "labels: {on: 'yes'}", "{}");
        soon().until(() -> world.configMap("a").isPresent());

        mergeThing("p", "{\"metadata\":{\"labels\":{\"on\":\"no\"}}}");

        soon().until(() -> live().finalizers().isEmpty());
        settle();
        assertThat(world.configMap("a")).isEmpty();
        assertThat(world.configMap("farewell")).isPresent();
        int calls = world.calls.size();
        mergeThing("p", "{\"spec\":{\"more\":true}}");
        settle();
        assertThat(world.calls).hasSize(calls);

        mergeThing("p", "{\"metadata\":{\"labels\":{\"on\":\"yes\"}}}");
        soon().until(() -> world.configMap("a").isPresent());
        assertThat(live().finalizers()).containsExactly(OURS);
        letGo(world.things(), "p");
    }

    @Test
    void onlyTheFinalizeHookCanAllowTheRemovalOfTheFinalizer() {
        world.hook = request -> finalized(request.finalizing() ? "" : child("a"));
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        touch("p");

        assertThat(live().finalizers()).containsExactly(OURS);
        assertThat(world.cluster.requests()).containsOnlyOnce("patch things default/p"); // added once, never removed

        deleteThing("p");
        soon().until(() -> world.thing("p").isEmpty());
    }

    @Test
    void aFinalizeHookWithoutWebhookDelaysNoDeletion() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync") + "  finalize: {}\n");
        thing("p", "finalizers: [" + OURS + "]", "{}");

        soon().until(() -> world.configMap("a").isPresent());
        assertThat(live().finalizers()).isEmpty();

        deleteThing("p");
        soon().until(() -> world.thing("p").isEmpty());
        assertThat(world.calls).noneMatch(HookRequest::finalizing);
    }

    @Test
    void aFinalizerThatIsNotNeededAnyMoreIsRemovedAlsoWhereTheParentIsNotSelected() {
        composite(
                "c",
                "labelSelector: {matchLabels: {on: 'yes'}}",
                "generateSelector: true\n" + configMaps("InPlace") + hooks("sync"));
        thing("p", "finalizers: [" + OURS + ", " + THEIRS + "], labels: {on: 'no'}", "{}");

        soon().until(() -> live().finalizers().equals(List.of(THEIRS)));
        settle();
        assertThat(world.calls).isEmpty();
        letGo(world.things(), "p");
    }

    @Test
    void aParentThatWasOnItsWayOutBeforeWeSawItGetsNoFinalizerAndKeepsItsChildren() {
        thing("p", HELD, "{}");
        deleteThing("p");
        world.hook = _ -> "{\"status\":{\"text\":\"seen\"},\"children\":[" + child("late") + "]}";
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));

        soon().until(() -> status("p").contains("seen"));
        settle();
        assertThat(lastCallFinalized()).isTrue();
        assertThat(live().finalizers()).containsExactly(THEIRS);
        assertThat(world.configMap("late")).isEmpty();
        letGo(world.things(), "p");
    }

    @Test
    void aControllerThatOnlyFinalizesIsSilentAboutLivingParents() {
        world.hook = _ -> finalized("");
        world.composite("c", configMaps("InPlace") + hooks("finalize"));
        world.thing("p", "{}");
        soon().until(() -> live().finalizers().contains(OURS));
        settle();
        assertThat(world.calls).isEmpty();
        assertThat(events("SyncError")).isEmpty();

        deleteThing("p");

        soon().until(() -> world.thing("p").isEmpty());
        assertThat(world.calls).isNotEmpty().allMatch(HookRequest::finalizing);
    }

    @Test
    void aControllerWithoutEnabledHooksIsReported() {
        world.composite("c", configMaps("InPlace") + "hooks:\n  sync: {}\n");
        world.thing("p", "{}");

        awaitEvent("SyncError p: Sync error: no enabled hooks found");
    }

    @Test
    void aFailingFinalizeHookHoldsTheParentAndIsReported() {
        world.hook = request -> request.finalizing() ? "not json" : "{}";
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        world.thing("p", "{}");
        soon().until(() -> live().finalizers().contains(OURS));
        world.local.delete(world.things(), key("p"), DeleteOptions.BACKGROUND);

        awaitEvent(
                "SyncError p: Sync error: sync hook failed for Thing default/p: finalize hook failed (version=v1): ");
        assertThat(live().finalizers()).containsExactly(OURS);
        letGo(world.things(), "p");
    }
}
