package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;

/** The effects of a decorator on one object. */
@EachStrategy
class DecoratorSyncTest extends DecoratorSuite {

    private static final String ANSWER = """
            {"labels":{"set":"yes","gone":null},"annotations":{"note":"n"},"status":{"decorated":true},
             "attachments":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"attached"}}]}
            """;

    @Test
    void labelsAnnotationsStatusAndAttachmentsAreSetAndRemoved() {
        world.hook = _ -> ANSWER;
        decorator("deco", THINGS, hooks("sync"));
        thing("p", "labels: {decorate: 'yes', gone: soon, mine: kept}", "{}");

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
        decorator("deco", THINGS, hooks("sync"));
        world.thing("other", "{}");
        thing("p", YES, "{}");

        soon().until(() -> world.configMap("attached").isPresent());
        assertThat(world.calls)
                .allSatisfy(call -> assertThat(call.parent().name()).isEqualTo("p"));
    }

    @Test
    void optingOutRunsTheFinalizeHookAndTakesTheFinalizerOff() {
        world.hook = request ->
                request.finalizing() ? "{\"labels\":{\"set\":null},\"attachments\":[],\"finalized\":true}" : ANSWER;
        decorator("deco", THINGS, hooks("sync", "finalize"));
        thing("p", YES, "{}");
        soon().until(() -> world.configMap("attached").isPresent());
        assertThat(world.thing("p").orElseThrow().finalizers())
                .containsExactly("metacontroller.io/decoratorcontroller-deco");

        mergeThing("p", "{\"metadata\":{\"labels\":{\"decorate\":null}}}");

        soon().until(() -> world.thing("p").orElseThrow().finalizers().isEmpty());
        soon().until(() -> world.configMap("attached").isEmpty());
        assertThat(world.thing("p").orElseThrow().labels()).isEmpty();
    }

    @Test
    void anAttachmentThatIsBrokenIsRepaired() {
        world.hook = _ -> ANSWER;
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");
        soon().until(() -> world.configMap("attached").isPresent());

        world.local.delete(world.configMaps(), key("attached"), DeleteOptions.BACKGROUND);

        soon().until(() -> world.configMap("attached").isPresent());
    }

    @Test
    void anEmptyStatusIsAChangeOnAnObjectWithoutOne() {
        world.hook = _ -> "{\"status\":{}}";
        decorator("deco", THINGS, hooks("sync"));
        thing("p", YES, "{}");

        soon().until(() -> world.thing("p").orElseThrow().field("status") != null);
    }
}
