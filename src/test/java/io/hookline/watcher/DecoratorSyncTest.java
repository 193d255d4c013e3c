package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The effects of a decorator on one object. */
class DecoratorSyncTest {

    private static final String ANSWER = """
            {"labels":{"set":"yes","gone":null},"annotations":{"note":"n"},"status":{"decorated":true},
             "attachments":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"attached"}}]}
            """;

    private final WatcherFixture world = open();

    /** A world; another one for the other apply strategy. */
    WatcherFixture open() {
        return new WatcherFixture();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void decorator(String hooks) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: deco}
                spec:
                  resources:
                  - apiVersion: test.hookline.io/v1
                    resource: things
                    labelSelector: {matchLabels: {decorate: "yes"}}
                """ + (configMaps("InPlace").replace("childResources", "attachments") + hooks).indent(2));
    }

    private void thing(String labels) {
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: default, labels: "
                + labels + "}, spec: {}}");
    }

    @Test
    void labelsAnnotationsStatusAndAttachmentsAreSetAndRemoved() {
        world.hook = _ -> ANSWER;
        decorator(hooks("sync"));
        thing("{decorate: 'yes', gone: soon, mine: kept}");

        soon().until(() -> world.configMap("attached").isPresent());
        KubeObject thing = world.thing("p").orElseThrow();
        assertThat(thing.labels()).containsOnlyKeys("decorate", "mine", "set");
        assertThat(thing.annotation("note")).isEqualTo("n");
        assertThat(thing.tree().at("/status/decorated").asBoolean()).isTrue();
        KubeObject attached = world.configMap("attached").orElseThrow();
        assertThat(attached.annotation("metacontroller.k8s.io/decorator-controller"))
                .isEqualTo("deco");
        assertThat(attached.controllerUid()).isEqualTo(thing.uid());
    }

    @Test
    void anObjectThatIsNotSelectedIsNotChanged() {
        world.hook = _ -> ANSWER;
        decorator(hooks("sync"));
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: other, namespace: default}, spec: {}}");
        thing("{decorate: 'yes'}");

        soon().until(() -> world.configMap("attached").isPresent());
        assertThat(world.calls)
                .allSatisfy(call -> assertThat(call.parent().name()).isEqualTo("p"));
    }

    @Test
    void optingOutRunsTheFinalizeHookAndTakesTheFinalizerOff() {
        world.hook = request ->
                request.finalizing() ? "{\"labels\":{\"set\":null},\"attachments\":[],\"finalized\":true}" : ANSWER;
        decorator(hooks("sync", "finalize"));
        thing("{decorate: 'yes'}");
        soon().until(() -> world.configMap("attached").isPresent());
        assertThat(world.thing("p").orElseThrow().finalizers())
                .containsExactly("metacontroller.io/decoratorcontroller-deco");

        world.local.patch(
                world.things(),
                new ObjectKey("default", "p"),
                Patch.merge("{\"metadata\":{\"labels\":{\"decorate\":null}}}"),
                WriteOptions.PLAIN);

        soon().until(() -> world.thing("p").orElseThrow().finalizers().isEmpty());
        soon().until(() -> world.configMap("attached").isEmpty());
        assertThat(world.thing("p").orElseThrow().labels()).isEmpty();
    }

    @Test
    void anAttachmentThatIsBrokenIsRepaired() {
        world.hook = _ -> ANSWER;
        decorator(hooks("sync"));
        thing("{decorate: 'yes'}");
        soon().until(() -> world.configMap("attached").isPresent());

        world.local.delete(world.configMaps(), new ObjectKey("default", "attached"), DeleteOptions.BACKGROUND);

        soon().until(() -> world.configMap("attached").isPresent());
    }

    @Test
    void anEmptyStatusIsAChangeOnAnObjectWithoutOne() {
        world.hook = _ -> "{\"status\":{}}";
        decorator(hooks("sync"));
        thing("{decorate: 'yes'}");

        soon().until(() -> world.thing("p").orElseThrow().field("status") != null);
    }
}
