package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.ChildRule.ApplyStrategy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The effects of one composite on one parent. */
@EachStrategy
class CompositeSyncTest extends ReconcileSuite {

    @Test
    void aDesiredChildIsCreatedWithOwnerLabelAndLastAppliedState() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        KubeObject parent = world.thing("p", "{}");

        soon().until(() -> world.configMap("a").isPresent());

        KubeObject child = world.configMap("a").orElseThrow();
        assertThat(child.labels()).containsEntry("controller-uid", parent.uid());
        assertThat(child.controllerOwner()).hasValueSatisfying(owner -> {
            assertThat(owner.uid()).isEqualTo(parent.uid());
            assertThat(owner.kind()).isEqualTo("Thing");
            assertThat(owner.blockOwnerDeletion()).isTrue();
        });
        assertThat(child.annotation("metacontroller.k8s.io/last-applied-configuration"))
                .isEqualTo(lastApplied(parent));
    }

    /** The last-applied annotation of ConfigMap a; null with the other apply strategy. */
    private @Nullable String lastApplied(KubeObject parent) {
        if (strategy == ApplyStrategy.SERVER_SIDE_APPLY) {
            return null;
        }
        return "{\"apiVersion\":\"v1\",\"data\":{\"text\":\"hi\"},\"kind\":\"ConfigMap\",\"metadata\":"
                + "{\"labels\":{\"controller-uid\":\"" + parent.uid()
                + "\"},\"name\":\"a\",\"namespace\":\"default\"}}";
    }

    @Test
    void theStatusHasTheObservedGeneration() {
        world.hook = _ -> configMapAnswer("hi");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        soon().untilAsserted(() -> assertThat(status("p")).isEqualTo("{\"observedGeneration\":1,\"text\":\"hi\"}"));
    }

    @Test
    void aSyncThatChangesNothingSendsNoRequestAndParsesNoChild() {
        world.hook = _ -> configMapAnswer("hi", "a", "b");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        settleWithBoth();

        world.cluster.forget();
        world.parses.set(0);
        touch("p"); // an annotation without meaning, which only causes a sync

        assertThat(world.cluster.requests()).isEmpty();
        assertThat(world.parses).hasValue(0);
    }

    @Test
    void convergingAParentTakesOneWriteForEachChildAndOneForItsStatus() {
        world.hook = _ -> configMapAnswer("hi", "a", "b");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        settleWithBoth();

        assertThat(world.cluster.requests())
                .containsExactlyInAnyOrderElementsOf(sent(
                        "create configmaps default/a", "create configmaps default/b", "patch things/status default/p"));
    }

    /** Waits until the hook has seen both children and the status, and is not called any more. */
    private void settleWithBoth() {
        soon().until(() -> !world.calls.isEmpty()
                && world.calls.getLast().children().all().size() == 2
                && world.calls.getLast().parent().field("status") != null);
        settle();
    }

    @Test
    void aFinalizeHookRunsBeforeTheParentIsRemovedAndItsChildrenAreRemovedFirst() {
        world.hook = request -> request.finalizing()
                ? "{\"children\":[],\"finalized\":" + request.children().all().isEmpty() + "}"
                : configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        assertThat(world.thing("p").orElseThrow().finalizers())
                .containsExactly("metacontroller.io/compositecontroller-c");

        deleteThing("p");

        soon().until(() -> world.thing("p").isEmpty());
        assertThat(world.configMap("a")).isEmpty();
        assertThat(world.calls).anyMatch(call -> call.finalizing());
    }

    @Test
    void theHookCanRequestAnotherCall() {
        world.hook = request -> request.parent().tree().path("status").has("again")
                ? "{\"status\":{\"again\":true,\"done\":true}}"
                : "{\"status\":{\"again\":true},\"resyncAfterSeconds\":0.05}";
        world.composite("c", "ignored: true\n" + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() ->
                world.thing("p").orElseThrow().tree().at("/status/done").asBoolean());
    }

    @Test
    void anOrphanThatMatchesIsAdoptedAndReleasedWhenItNoLongerDoes() {
        world.hook = _ -> "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                + "\"metadata\":{\"name\":\"orphan\",\"labels\":{\"app\":\"x\"}}}]}";
        world.apply("{apiVersion: v1, kind: ConfigMap,"
                + " metadata: {name: orphan, namespace: default, labels: {app: x}}, data: {k: v}}");
        selecting("own", configMaps("OnDelete") + hooks("sync"));
        KubeObject parent = world.thing("p", "{selector: {matchLabels: {app: x}}}");

        soon().until(() ->
                world.configMap("orphan").orElseThrow().controllerUid().equals(parent.uid()));

        merge(world.configMaps(), "orphan", "{\"metadata\":{\"labels\":{\"app\":\"y\"}}}");
        soon().until(() ->
                world.configMap("orphan").orElseThrow().controllerUid().isEmpty());
        assertThat(world.configMap("orphan").orElseThrow().tree().at("/data/k").asText())
                .isEqualTo("v");
    }

    @Test
    void aForeignObjectOfTheSameNameIsNotTouchedAndIsReported() {
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: default}, data: {text: theirs}}");
        world.hook = _ -> configMapAnswer("ours", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> world.events().stream().anyMatch(e -> e.contains("ConfigMap default/a")));
        assertThat(world.text("a")).isEqualTo("theirs");
        assertThat(world.configMap("a").orElseThrow().controllerOwner()).isEmpty();
    }

    @Test
    void aCachedStatusInAnotherNotationIsNotWrittenAgain() {
        world.hook = _ -> "{\"status\":{\"ratio\":1.0,\"gone\":null}}";
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");
        soon().until(() ->
                world.thing("p").orElseThrow().tree().at("/status/ratio").isNumber());
        soon().until(() -> world.calls.size() >= 2);
        world.cluster.forget();
        touch("p");

        assertThat(world.cluster.requests()).isEmpty();
    }

    @Test
    void theRequestShowsTheControllerWithAnEmptyStatus() {
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> !world.calls.isEmpty());
        ObjectNode controller = world.calls.getFirst().controller().tree();
        assertThat(controller.path("kind").asText()).isEqualTo("CompositeController");
        assertThat(controller.path("status")).isEqualTo(Json.NODES.objectNode());
        assertThat(GoJson.bytes(controller.path("spec")))
                .asString(StandardCharsets.UTF_8)
                .contains("configmaps");
        assertThat(world.calls.getFirst().children().byKind().keySet())
                .extracting(Object::toString)
                .isEqualTo(List.of("ConfigMap.v1"));
    }
}
