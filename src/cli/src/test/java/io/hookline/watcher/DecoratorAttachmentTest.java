package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which objects are a decorator's attachments, and when they are written and deleted. */
@EachStrategy
class DecoratorAttachmentTest extends DecoratorSuite {

    private static final String OURS = "metacontroller.io/decoratorcontroller-deco";
    private static final String THEIRS = "test.hookline.io/held";
    private static final String MARK = "metacontroller.k8s.io/decorator-controller";

    @Test
    void anAttachmentIsWhatTheObjectControlsAndTheDecoratorHasMarked() {
        world.hook = _ -> attach("", "ours");
        decorator("deco", THINGS, hooks("sync"));
        KubeObject parent = thing("p", YES, "{}");
        configMap("unmarked", ownedBy(parent));
        configMap("others", "annotations: {" + MARK + ": other}, " + ownedBy(parent));
        configMap("orphan", "annotations: {" + MARK + ": deco}");
        soon().until(() -> world.configMap("ours").isPresent());
        settle();

        assertThat(shown()).containsExactly("ours");
        for (String name : List.of("unmarked", "others", "orphan")) {
            assertThat(world.text(name)).isEqualTo("theirs");
        }
        assertThat(world.configMap("orphan").orElseThrow().controllerOwner()).isEmpty();
        assertThat(world.configMap("ours").orElseThrow().annotation(MARK)).isEqualTo("deco");
    }

    @Test
    void aChildThatTheDecoratorDidNotCreateStartsNoSync() {
        world.hook = _ -> attach("", "ours");
        decorator("deco", THINGS, hooks("sync"));
        KubeObject parent = thing("p", YES, "{}");
        soon().until(() -> world.configMap("ours").isPresent());
        settle();
        int calls = world.calls.size();

        configMap("unmarked", ownedBy(parent));
        merge(world.configMaps(), "unmarked", "{\"data\":{\"text\":\"changed\"}}");
        settle();
        assertThat(world.calls).hasSize(calls);

        merge(world.configMaps(), "ours", "{\"metadata\":{\"annotations\":{\"" + MARK + "\":\"other\"}}}");
        soon().until(() -> world.calls.size() > calls);
    }

    @Test
    void anAttachmentThatIsNoLongerDesiredIsDeletedAndADeletedOneIsCreatedAgain() {
        world.hook = request -> attach("", request.parent().labels().containsKey("more") ? "b" : "a");
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");
        soon().until(() -> world.configMap("a").isPresent());
        world.local.delete(world.configMaps(), key("a"), DeleteOptions.BACKGROUND);
        soon().until(() -> world.configMap("a").isPresent());

        mergeThing("p", "{\"metadata\":{\"labels\":{\"more\":\"x\"}}}");

        soon().until(() ->
                world.configMap("b").isPresent() && world.configMap("a").isEmpty());
    }

    @Test
    void aClusterScopedObjectHasAttachmentsInNamespaces() {
        ApiResource wides = world.define(TestKinds.WIDE);
        world.hook = _ -> attach("\"status\":{\"n\":1}", "a")
                .replace("\"name\":\"a\"", "\"name\":\"a\",\"namespace\":\"kube-public\"");
        decorator("deco", "- {apiVersion: test.hookline.io/v1, resource: wides}\n", hooks("sync"));
        KubeObject parent = world.apply("{apiVersion: test.hookline.io/v1, kind: Wide, metadata: {name: w}, spec: {}}");

        ObjectKey key = new ObjectKey("kube-public", "a");
        soon().ignoreExceptions()
                .until(() ->
                        world.local.get(world.configMaps(), key).controllerUid().equals(parent.uid()));
        soon().until(() -> shown().equals(List.of("a")));
        world.local.delete(world.configMaps(), key, DeleteOptions.BACKGROUND);
        soon().ignoreExceptions()
                .until(() ->
                        world.local.get(world.configMaps(), key).controllerUid().equals(parent.uid()));
        assertThat(world.find(wides, "w").orElseThrow().tree().at("/status/n").asInt())
                .isEqualTo(1);
    }

    @Test
    void anObjectThatIsNoLongerSelectedKeepsItsAttachmentsWithoutFinalizeHook() {
        world.hook = _ -> attach("", "a");
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");
        soon().until(() -> world.configMap("a").isPresent());
        settle();
        int calls = world.calls.size();

        mergeThing("p", "{\"metadata\":{\"labels\":{\"decorate\":\"no\"}}}");
        settle();

        assertThat(world.configMap("a")).isPresent();
        assertThat(world.calls).hasSize(calls);
    }

    @Test
    void anObjectThatIsNoLongerSelectedIsFinalizedUntilTheHookIsDoneAndCanBeSelectedAgain() {
        world.hook = request -> !request.finalizing()
                ? attach("\"labels\":{\"set\":\"yes\"}", "a")
                : attach("\"labels\":{\"set\":null},\"finalized\":"
                        + shown(request).isEmpty());
        decorator("deco", THINGS, hooks("sync", "finalize"));
        thing("p", YES, "{}");
        soon().until(() -> world.configMap("a").isPresent());
        assertThat(live().finalizers()).containsExactly(OURS);

        mergeThing("p", "{\"metadata\":{\"labels\":{\"decorate\":\"no\"}}}");
        soon().until(() -> live().finalizers().isEmpty());
        settle();
        assertThat(world.configMap("a")).isEmpty();
        assertThat(live().labels()).doesNotContainKey("set");
        int calls = world.calls.size();
        mergeThing("p", "{\"spec\":{\"more\":true}}");
        settle();
        assertThat(world.calls).hasSize(calls);

        mergeThing("p", "{\"metadata\":{\"labels\":{\"decorate\":\"yes\"}}}");
        soon().until(() -> world.configMap("a").isPresent());
        assertThat(live().finalizers()).containsExactly(OURS);
        letGo(world.things(), "p");
    }

    /** Unlike a composite's children, attachments are managed in the sync that removes the finalizer. */
    @Test
    void aDeletedObjectLosesItsAttachmentsInTheSyncThatRemovesTheFinalizer() {
        world.hook = request -> request.finalizing()
                ? attach("\"annotations\":{\"note\":\"bye\"},\"finalized\":true")
                : attach("", "a");
        decorator("deco", THINGS, hooks("sync", "finalize"));
        thing("p", YES + ", finalizers: [" + THEIRS + "]", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        settle();
        world.cluster.forget();

        deleteThing("p");

        soon().until(() -> world.configMap("a").isEmpty());
        settle();
        assertThat(live().finalizers()).containsExactly(THEIRS);
        assertThat(live().annotation("note")).isEqualTo("bye");
        assertThat(world.cluster.requests()).containsExactly("patch things default/p", "delete configmaps default/a");
        letGo(world.things(), "p");
        soon().until(() -> world.thing("p").isEmpty());
    }

    @Test
    void aDeletedObjectWithoutFinalizeHookIsSyncedAndKeepsItsAttachments() {
        world.hook = request ->
                request.parent().isBeingDeleted() ? attach("\"labels\":{\"seen\":\"yes\"}") : attach("", "a");
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES + ", finalizers: [" + THEIRS + "]", "{}");
        soon().until(() -> world.configMap("a").isPresent());

        deleteThing("p");

        soon().until(() -> live().labels().containsKey("seen"));
        settle();
        assertThat(world.configMap("a")).isPresent();
        assertThat(world.calls).noneMatch(HookRequest::finalizing);
        letGo(world.things(), "p");
    }

    @Test
    void aDeletedObjectLeavesNoRetries() {
        world.hook = _ -> attach("", "a");
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");
        soon().until(() -> world.configMap("a").isPresent());
        settle();

        deleteThing("p");
        soon().until(() -> world.thing("p").isEmpty());
        settle();

        assertThat(events("SyncError")).isEmpty();
        int syncs = world.outcomes.size();
        thing("q", "labels: {}", "{}");
        settle();
        assertThat(world.outcomes).hasSize(syncs);
    }
}
