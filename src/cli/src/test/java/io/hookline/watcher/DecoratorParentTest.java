package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.reconcile.Outcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a decorator writes into the object itself, and which objects it decorates. */
@EachStrategy
class DecoratorParentTest extends DecoratorSuite {

    private volatile Interposed between = Interposed.Request::pass;

    @Override
    public UnaryOperator<Cluster> between() {
        return next -> ((Interposed) request -> between.answer(request)).before(next);
    }

    @Test
    void labelsAndAnnotationsAreSetAndRemovedInOneRequestAndNotAgain() {
        world.hook = _ -> "{\"labels\":{\"set\":\"yes\",\"gone\":null,\"never-there\":null},"
                + "\"annotations\":{\"a/b\":\"c~d\",\"old\":null}}";
        decorator("deco", THINGS, hooks("sync"));
        thing("p", "labels: {decorate: 'yes', gone: soon, mine: kept}, annotations: {old: x, theirs: kept}", "{}");

        soon().until(() -> live().labels().containsKey("set"));
        settle();

        assertThat(live().labels()).containsOnlyKeys("decorate", "mine", "set");
        assertThat(live().annotations()).containsEntry("a/b", "c~d").containsEntry("theirs", "kept");
        assertThat(live().annotations()).doesNotContainKey("old");
        assertThat(world.cluster.requests()).containsExactly("patch things default/p");
    }

    @Test
    void theSpecIsNeverChanged() {
        world.hook = _ -> "{\"spec\":{\"mine\":false},\"labels\":{\"set\":\"yes\"}}";
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{mine: true}");

        soon().until(() -> live().labels().containsKey("set"));
        assertThat(live().tree().at("/spec/mine").asBoolean()).isTrue();
        assertThat(live().generation()).isEqualTo(1);
    }

    @Test
    void anAbsentStatusIsKeptAndAChangedOneTakesOneRequest() {
        world.hook = request -> request.parent().labels().containsKey("more") ? "{\"status\":{\"n\":2}}" : "{}";
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");
        soon().until(() -> !world.calls.isEmpty());
        settle();
        assertThat(live().field("status")).isNull();
        assertThat(world.cluster.requests()).isEmpty();

        mergeThing("p", "{\"metadata\":{\"labels\":{\"more\":\"x\"}}}");

        soon().until(() -> status("p").equals("{\"n\":2}")); // no observedGeneration: the status is not a composite's
        settle();
        assertThat(world.cluster.requests()).containsExactly("patch things/status default/p");
    }

    @Test
    void whereTheKindHasNoStatusSubresourceTheStatusIsWrittenLikeAnyField() {
        ApiResource bares = world.define(TestKinds.BARE);
        world.hook = _ -> "{\"status\":{\"n\":1}}";
        decorator("deco", "- {apiVersion: test.hookline.io/v1, resource: bares}\n", hooks("sync"));
        world.apply("{apiVersion: test.hookline.io/v1, kind: Bare, metadata: {name: p, namespace: default}, spec: {}}");

        soon().until(() ->
                world.find(bares, "p").orElseThrow().tree().at("/status/n").asInt() == 1);
        settle();
        assertThat(world.cluster.requests()).containsExactly("patch bares default/p");
    }

    @Test
    void aStatusOfAKindWithoutStatusIsWrittenOnce() {
        world.hook = _ -> "{\"status\":{\"n\":1},\"labels\":{\"set\":\"yes\"}}";
        decorator(
                "deco",
                "- {apiVersion: v1, resource: configmaps, labelSelector: {matchLabels: {decorate: 'yes'}}}\n",
                hooks("sync"));
        configMap("target", YES);

        soon().until(() -> world.configMap("target").orElseThrow().labels().containsKey("set"));
        settle();
        List<String> requests = world.cluster.requests();
        int calls = world.calls.size();
        merge(world.configMaps(), "target", "{\"data\":{\"touched\":\"yes\"}}");

        soon().until(() -> world.calls.size() > calls);
        settle();
        assertThat(requests).containsExactly("patch configmaps default/target", "patch configmaps default/target");
        assertThat(world.cluster.requests()).isEqualTo(requests);
    }

    @Test
    void labelsAndAnnotationsMustBothSelect() {
        world.hook = _ -> "{\"labels\":{\"set\":\"yes\"}}";
        decorator(
                "deco",
                THINGS.replace(
                        "labelSelector",
                        "annotationSelector: {matchExpressions: [{key: note, operator: Exists}]}, labelSelector"),
                hooks("sync"));
        thing("label-only", YES, "{}");
        thing("annotation-only", "annotations: {note: x}", "{}");
        thing("p", YES + ", annotations: {note: x}", "{}");

        soon().until(() -> live().labels().containsKey("set"));
        settle();
        assertThat(world.calls)
                .allSatisfy(call -> assertThat(call.parent().name()).isEqualTo("p"));

        mergeThing("label-only", "{\"metadata\":{\"annotations\":{\"note\":\"now too\"}}}");
        soon().until(() -> world.thing("label-only").orElseThrow().labels().containsKey("set"));
    }

    @Test
    void severalKindsAreDecoratedAndOfTwoRulesForOneKindTheLastCounts() {
        ApiResource namespaces = world.resource(GroupVersionKind.of("v1", "Namespace"));
        world.hook = _ -> "{\"annotations\":{\"decorated\":\"yes\"}}";
        decorator(
                "deco",
                THINGS.replace("decorate", "first")
                        + "- {apiVersion: v1, resource: namespaces, labelSelector: {matchLabels: {decorate: 'yes'}}}\n"
                        + THINGS,
                hooks("sync"));
        thing("first", "labels: {first: 'yes'}", "{}");
        thing("p", YES, "{}");
        merge(namespaces, "kube-public", "{\"metadata\":{\"labels\":{\"decorate\":\"yes\"}}}");

        soon().until(() -> "yes".equals(live().annotation("decorated")));
        soon().until(() ->
                "yes".equals(world.find(namespaces, "kube-public").orElseThrow().annotation("decorated")));
        settle();
        assertThat(world.thing("first").orElseThrow().annotations()).isEmpty();
        merge(
                namespaces,
                "kube-public",
                "{\"metadata\":{\"labels\":{\"decorate\":null},\"annotations\":{\"decorated\":null}}}");
    }

    @Test
    void aForeignEditDuringOurWriteIsKept() {
        AtomicInteger edits = new AtomicInteger();
        between = request -> {
            if (request.is("patch things") && edits.incrementAndGet() == 1) {
                mergeThing("p", "{\"metadata\":{\"labels\":{\"gone\":null},\"annotations\":{\"theirs\":\"kept\"}}}");
            }
            return request.pass();
        };
        world.hook = _ -> attach("\"labels\":{\"gone\":null},\"annotations\":{\"ours\":\"set\"}", "a");
        decorator("deco", THINGS, hooks("sync"));
        thing("p", "labels: {decorate: 'yes', gone: soon}", "{}");

        soon().until(() -> "set".equals(live().annotation("ours")));
        soon().until(() -> world.configMap("a").isPresent());
        assertThat(live().annotations()).containsEntry("theirs", "kept");
        assertThat(live().labels()).containsOnlyKeys("decorate");
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void anObjectThatKeepsChangingIsTriedAgainUntilItsAttachmentsAreThere() {
        AtomicInteger collisions = new AtomicInteger();
        between = request -> {
            if (request.is("patch things") && collisions.incrementAndGet() <= 5) {
                throw new ClusterException.Conflict("again and again");
            }
            return request.pass();
        };
        world.hook = _ -> attach("\"labels\":{\"set\":\"yes\"}", "a");
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");

        soon().until(() -> world.configMap("a").isPresent());
        assertThat(live().labels()).containsKey("set");
        assertThat(world.outcomes).hasAtLeastOneElementOfType(Outcome.Retry.class);
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void aWriteThatTheServerRefusesIsReported() {
        world.hook = _ -> "{\"labels\":{\"not a key\":\"x\"}}";
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");

        awaitEvent("SyncError p: Sync error: can't update Thing default/p: ");
    }

    @Test
    void severalDecoratorsShareAnObject() {
        world.hook = request -> {
            String name = request.controller().name();
            return request.finalizing()
                    ? attach("\"labels\":{\"" + name + "\":null},\"finalized\":true")
                    : attach("\"labels\":{\"" + name + "\":\"yes\"}", "of-" + name);
        };
        decorator("one", THINGS, hooks("sync", "finalize"));
        decorator("two", THINGS.replace("decorate", "also"), hooks("sync", "finalize"));
        thing("p", "labels: {decorate: 'yes', also: 'yes'}", "{}");
        soon().until(() -> world.configMap("of-one").isPresent()
                && world.configMap("of-two").isPresent());
        settle();
        assertThat(live().finalizers())
                .containsExactlyInAnyOrder(
                        "metacontroller.io/decoratorcontroller-one", "metacontroller.io/decoratorcontroller-two");
        assertThat(world.calls)
                .allSatisfy(call -> assertThat(shown(call))
                        .isSubsetOf(List.of("of-" + call.controller().name())));

        mergeThing("p", "{\"metadata\":{\"labels\":{\"also\":null}}}");

        soon().until(() -> world.configMap("of-two").isEmpty());
        soon().until(() -> live().finalizers().equals(List.of("metacontroller.io/decoratorcontroller-one")));
        settle();
        assertThat(world.configMap("of-one")).isPresent();
        assertThat(live().labels()).containsKey("one").doesNotContainKey("two");
        letGo(world.things(), "p");
    }

    /** Neither in 35 seconds nor ever: an object at rest has no next time. */
    @Test
    void anObjectAtRestWaitsForAChangeAndItsHookIsNotCalledAtAnyTime() {
        world.hook = _ -> attach("\"status\":{\"phase\":\"Synced\"}", "attached");
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");
        soon().until(() -> world.configMap("attached").isPresent());

        settle();

        assertThat(world.outcomes.getLast()).isEqualTo(Outcome.awaitChange());
    }
}
