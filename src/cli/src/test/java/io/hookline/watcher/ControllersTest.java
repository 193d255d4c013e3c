package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.docs.Figure;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Controllers are created, changed and deleted; one that cannot start does not affect the others. */
class ControllersTest {

    private final WatcherFixture world = new WatcherFixture();

    @AfterEach
    void close() {
        world.close();
    }

    private ApiResource composites() {
        return world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
    }

    private void awaitEvent(String start, String part) {
        soon().untilAsserted(() -> assertThat(world.events())
                .anySatisfy(event -> assertThat(event).startsWith(start).contains(part)));
    }

    @Test
    void aParentThatIsThereBeforeItsControllerIsPickedUp() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.thing("p", "{}");
        world.composite("c", configMaps("InPlace") + hooks("sync"));

        soon().until(() -> world.configMap("a").isPresent());
        awaitEvent("Started c", "Started controller: c");
    }

    @Test
    void aChangedControllerTakesEffectWithoutARestart() {
        world.hook =
                request -> configMapAnswer("hi", "from-" + request.controller().generation());
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> world.configMap("from-1").isPresent());

        world.composite("c", "resyncPeriodSeconds: 3600\n" + configMaps("InPlace") + hooks("sync"));

        soon().until(() -> world.configMap("from-2").isPresent());
        awaitEvent("Stopped c", "Stopped controller: c");
    }

    @Test
    void aControllerWithAChangedHookCallsItForParentsThatDidNotChange() {
        world.hook = _ -> configMapAnswer("old", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.composite("other", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> world.text("a").equals("old"));
        // A sync that began for another reason must not write the new text.
        QuietPeriod.ofSyncs(world);

        world.hook = _ -> configMapAnswer("new", "a");
        world.watcher.hookChanged(controller -> controller.name().equals("c"));

        soon().until(() -> world.text("a").equals("new"));
        soon().until(() ->
                world.observed.stream().anyMatch(line -> line.startsWith("c: ") && line.contains("hook changed")));
        assertThat(world.observed).noneMatch(line -> line.startsWith("other: ") && line.contains("hook changed"));
        assertThat(world.events()).noneMatch(event -> event.startsWith("Stopp"));
    }

    @Test
    void theCustomizeHookIsCalledAgainAfterAHookHasChanged() {
        world.hook = request ->
                request.type() == HookType.CUSTOMIZE ? "{\"relatedResources\":[]}" : configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync", "customize"));
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        assertThat(customizeCalls()).isEqualTo(1);

        world.watcher.hookChanged(_ -> true);

        soon().until(() -> customizeCalls() == 2);
    }

    private long customizeCalls() {
        return world.calls.stream()
                .filter(call -> call.type() == HookType.CUSTOMIZE)
                .count();
    }

    @Test
    void aParentThatFailedIsSyncedAtOnceAfterTheHookHasChanged() {
        world.hook = _ -> "not JSON";
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> world.calls.size() >= 10); // the next retry is due after 2.5 seconds

        world.hook = _ -> configMapAnswer("hi", "a");
        world.watcher.hookChanged(_ -> true);

        soon().untilAsserted(() -> assertThat(world.observed).anyMatch(line -> line.contains("hook changed")));
        assertThat(world.configMap("a")).isPresent();
    }

    @Test
    void writesOfAParentAndItsDeletionAreObserved() {
        world.hook = request -> request.finalizing()
                ? "{\"finalized\":true,\"children\":[]}"
                : "{\"status\":{\"text\":\"hi\"},\"children\":[]}";
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        world.thing("p", "{}");
        String finalizer = "[metacontroller.io/compositecontroller-c]";

        soon().until(() -> world.observed.size() == 2);
        assertThat(world.observed)
                .containsExactly(
                        "c: written Thing default/p  ->  [] -> " + finalizer + " [parent added]",
                        "c: written Thing default/p  -> hi " + finalizer + " -> " + finalizer + " [parent added]");
        world.local.delete(world.things(), new ObjectKey("default", "p"), DeleteOptions.BACKGROUND);

        soon().until(() -> world.observed.contains("c: deleted Thing default/p"));
        soon().untilAsserted(() -> assertThat(world.observed)
                .contains("c: being deleted Thing default/p")
                .anyMatch(line -> line.contains(finalizer + " -> []") && line.contains("parent is being deleted")));
    }

    @Test
    void aDeletedControllerStopsAndItsChildrenStay() {
        world.hook = request ->
                configMapAnswer(request.parent().tree().at("/spec/text").asText(), "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{text: one}");
        soon().until(() -> world.text("a").equals("one"));

        world.local.delete(composites(), ObjectKey.clusterScoped("c"), DeleteOptions.BACKGROUND);
        awaitEvent("Stopped c", "Stopped controller: c");
        int calls = world.calls.size();
        world.thing("p", "{text: two}");
        world.hook = _ -> configMapAnswer("hi", "b");
        world.composite("other", configMaps("InPlace") + hooks("sync"));

        soon().until(() -> world.configMap("b").isPresent());
        assertThat(world.calls.stream().skip(calls))
                .allSatisfy(call -> assertThat(call.controller().name()).isEqualTo("other"));
    }

    @Test
    void aControllerWhoseKindComesLateStartsWhenItComes() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: early}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: late.hookline.io/v1, resource: lates}
                """ + (configMaps("InPlace") + hooks("sync")).indent(2));
        awaitEvent("CreateError early", "can't find resource lates in apiVersion late.hookline.io/v1");

        world.apply(TestKinds.kind("late.hookline.io", "late", "Late"));
        Instant defined = Instant.now();
        world.apply("{apiVersion: late.hookline.io/v1, kind: Late, metadata: {name: p, namespace: default}, spec: {}}");

        soon().until(() -> world.configMap("a").isPresent());
        Figure.of("first child of a controller whose CRD comes later, after the CRD", "s")
                .atMost(60)
                .is(Duration.between(defined, Instant.now()).toMillis() / 1000.0);
    }

    @Test
    void aParentKindWithoutStatusSubresourceIsNamedInAnEvent() {
        world.apply(TestKinds.withoutStatus(TestKinds.kind("bare.hookline.io", "thing", "Thing")));
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  parentResource: {apiVersion: bare.hookline.io/v1, resource: things}
                """ + hooks("sync").indent(2));

        awaitEvent(
                "SyncError c",
                "CRD things.bare.hookline.io does not have subresource 'Status' enabled:"
                        + " add subresources: {status: {}} to its version v1");
    }

    @Test
    void aBuiltInKindCannotBeTheParentOfAComposite() {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  parentResource: {apiVersion: v1, resource: configmaps}
                """ + hooks("sync").indent(2));

        awaitEvent("CreateError c", "use a DecoratorController");
    }

    @Test
    void aControllerThatMakesNoSenseIsRefusedByNameAndOthersRun() {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: bad}
                spec:
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  hooks: {sync: {webhook: {url: "http://x", timeout: 1 day}}}
                """);
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("good", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        awaitEvent("CreateError bad", "spec.hooks.sync.webhook.timeout");
        soon().until(() -> world.configMap("a").isPresent());
    }
}
