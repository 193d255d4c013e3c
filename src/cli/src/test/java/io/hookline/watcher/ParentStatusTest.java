package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.docs.Figure;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a composite writes into its parents' status, and what happens when it cannot. */
@EachStrategy
class ParentStatusTest extends ReconcileSuite {

    private static final String BAD_CHILD =
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"Not-A-Name\"}}";

    private volatile Interposed between = Interposed.Request::pass;

    @Override
    public UnaryOperator<Cluster> between() {
        return next -> ((Interposed) request -> between.answer(request)).before(next);
    }

    private long statusWrites() {
        return world.cluster.requests().stream()
                .filter(request -> request.contains("/status "))
                .count();
    }

    @Test
    void withoutAStatusTheGenerationIsStillWritten() {
        world.hook = _ -> "{\"children\":[]}";
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> status("p").equals("{\"observedGeneration\":1}"));
        world.thing("p", "{changed: true}");
        soon().until(() -> status("p").equals("{\"observedGeneration\":2}"));
    }

    @Test
    void theHooksStatusReplacesTheWholeStatus() {
        world.hook = _ -> "{\"status\":{\"mine\":1,\"observedGeneration\":99}}";
        world.composite("c", hooks("sync"));
        KubeObject parent = world.thing("p", "{}");
        soon().until(() -> status("p").equals("{\"mine\":1,\"observedGeneration\":1}"));

        world.local.patch(
                world.things(),
                parent.key(),
                Patch.merge("{\"status\":{\"mine\":null,\"theirs\":true}}"),
                WriteOptions.STATUS);

        soon().until(() -> status("p").equals("{\"mine\":1,\"observedGeneration\":1}"));
    }

    @Test
    void whatTheServerPrunesIsWrittenOnceAndNotAgain() {
        world.hook = _ -> "{\"status\":{\"text\":\"kept\",\"more\":\"pruned\"}}";
        ApiResource narrows = oneNarrow();
        soon().until(() -> world.find(narrows, "p").orElseThrow().field("status") != null);
        settle();
        int calls = world.calls.size();

        merge(narrows, "p", "{\"metadata\":{\"labels\":{\"touched\":\"yes\"}}}");

        soon().until(() -> world.calls.size() > calls);
        settle();
        assertThat(statusWrites()).isEqualTo(1);
        assertThat(world.find(narrows, "p").orElseThrow().tree().path("status").toString())
                .isEqualTo("{\"text\":\"kept\"}");

        world.hook = _ -> "{\"status\":{\"text\":\"new\",\"more\":\"pruned\"}}";
        merge(narrows, "p", "{\"metadata\":{\"labels\":{\"touched\":\"again\"}}}");
        soon().until(() -> text(narrows).equals("new"));
    }

    /** A parent of a kind whose status has no observedGeneration. */
    private ApiResource oneNarrow() {
        ApiResource narrows = world.define(TestKinds.NARROW);
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: n}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: narrows}
                """ + hooks("sync").indent(2));
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Narrow, metadata: {name: p, namespace: default}, spec: {}}");
        return narrows;
    }

    private String text(ApiResource narrows) {
        return world.find(narrows, "p")
                .map(narrow -> narrow.tree().at("/status/text").asText())
                .orElse("");
    }

    @Test
    void aKindWithoutObservedGenerationCausesNoHotLoopAndAtMostOneStatusWritePerSync() {
        world.hook = request -> "{\"status\":{\"text\":\""
                + request.parent().tree().at("/spec/color").asText("first") + "\"}}";
        ApiResource narrows = oneNarrow();
        soon().until(() -> text(narrows).equals("first"));
        for (int change = 1; change <= 10; change++) {
            String color = "color" + change;
            merge(narrows, "p", "{\"spec\":{\"color\":\"" + color + "\"}}");
            soon().until(() -> text(narrows).equals(color));
        }
        settle();

        assertThat(world.find(narrows, "p").orElseThrow().tree().at("/status").has("observedGeneration"))
                .isFalse();
        Figure.of("syncs for 10 changes of a parent without observedGeneration", "syncs")
                .atMost(30)
                .is(world.calls.size());
        Figure.of("status writes for 10 changes of a parent without observedGeneration", "writes")
                .atMost(11)
                .is(statusWrites());
    }

    @Test
    void aStatusThatTheServerRefusesIsReportedBesideFailedChildrenAndStopsNone() {
        world.define(TestKinds.NARROW);
        world.hook =
                _ -> configMapAnswer("7", "good").replace("\"7\"}", "7}").replaceFirst("\\[", "[" + BAD_CHILD + ",");
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: n}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: narrows}
                """ + (configMaps("InPlace") + hooks("sync")).indent(2));
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Narrow, metadata: {name: p, namespace: default}, spec: {}}");

        soon().untilAsserted(
                        () -> assertThat(events("SyncError p: Sync error: can't update status for Narrow default/p: "))
                                .anySatisfy(event -> assertThat(event)
                                        .contains("status.text")
                                        .contains("; can't reconcile children for Narrow default/p: ")
                                        .contains("Not-A-Name")));
    }

    @Test
    void aStatusForADeletedParentDoesNotHideAFailedChild() {
        between = request -> {
            if (request.is("patch things/status")) {
                throw new ClusterException.NotFound("gone");
            }
            return request.pass();
        };
        world.hook = _ -> "{\"children\":[" + BAD_CHILD + "]}";
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        awaitEvent("SyncError p: Sync error: can't reconcile children for Thing default/p: ");
    }

    @Test
    void aStatusThatKeepsCollidingIsTriedAgainWithoutAnEvent() {
        AtomicInteger collisions = new AtomicInteger();
        between = request -> {
            if (request.is("patch things/status") && collisions.incrementAndGet() <= 5) {
                throw new ClusterException.Conflict("again and again");
            }
            return request.pass();
        };
        world.hook = _ -> "{\"status\":{\"text\":\"at last\"}}";
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> status("p").contains("at last"));
        assertThat(world.outcomes).hasAtLeastOneElementOfType(Outcome.Retry.class);
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void ifPatchIsForbiddenTheStatusIsWrittenAsAnUpdateEvenAfterAForeignEdit() {
        between = request -> {
            if (request.is("patch things/status")) {
                throw new ClusterException.Forbidden("cannot patch resource \"things/status\"");
            }
            if (request.is("update things/status") && statusWrites() == 0) {
                world.cluster.note("a foreign edit /status ");
                mergeThing("p", "{\"metadata\":{\"finalizers\":[\"test.hookline.io/held\"]}}");
            }
            return request.pass();
        };
        world.hook = _ -> "{\"status\":{\"text\":\"written\"}}";
        composite("c", "ignoreStatusChanges: true", "generateSelector: true\n" + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> status("p").contains("written"));
        assertThat(world.thing("p").orElseThrow().finalizers()).containsExactly("test.hookline.io/held");
        letGo(world.things(), "p");
    }

    @Test
    void ourOwnStatusIsShownToTheHookUnlessStatusChangesAreIgnored() {
        world.hook = _ -> "{\"status\":{\"text\":\"hi\"}}";
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");
        soon().until(() ->
                world.calls.size() == 2 && world.calls.get(1).parent().field("status") != null);
        settle();
        assertThat(world.calls).hasSize(2);
    }

    @Test
    void whereStatusChangesAreIgnoredOurOwnBringsNoSecondSync() {
        world.hook = _ -> "{\"status\":{\"text\":\"hi\"}}";
        composite("c", "ignoreStatusChanges: true", "generateSelector: true\n" + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> status("p").contains("hi"));
        settle();
        assertThat(world.calls).hasSize(1);
    }
}
