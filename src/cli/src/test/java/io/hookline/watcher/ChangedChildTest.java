package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;

/** What happens to children that differ from the desired state, by the update strategy of their kind. */
@EachStrategy
class ChangedChildTest extends ReconcileSuite {

    @Test
    void aChangedInPlaceChildIsUpdatedAndForeignFieldsSurvive() {
        world.hook = request ->
                configMapAnswer(request.parent().tree().at("/spec/text").asText(), "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{text: one}");
        soon().until(() -> world.text("a").equals("one"));
        merge(world.configMaps(), "a", "{\"data\":{\"foreign\":\"kept\"}}");
        String uid = world.configMap("a").orElseThrow().uid();

        world.thing("p", "{text: two}");

        soon().until(() -> world.text("a").equals("two"));
        KubeObject child = world.configMap("a").orElseThrow();
        assertThat(child.uid()).isEqualTo(uid);
        assertThat(child.tree().at("/data/foreign").asText()).isEqualTo("kept");
    }

    @Test
    void aChildBrokenByHandIsRepaired() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> world.text("a").equals("hi"));

        merge(world.configMaps(), "a", "{\"data\":{\"text\":\"broken\"}}");
        soon().until(() -> world.text("a").equals("hi"));

        world.local.delete(world.configMaps(), key("a"), DeleteOptions.BACKGROUND);
        soon().until(() -> world.text("a").equals("hi"));
    }

    @Test
    void aRecreateChildIsReplacedByANewObject() {
        world.hook = request ->
                configMapAnswer(request.parent().tree().at("/spec/text").asText(), "a");
        world.composite("c", configMaps("Recreate") + hooks("sync"));
        world.thing("p", "{text: one}");
        soon().until(() -> world.text("a").equals("one"));
        String uid = world.configMap("a").orElseThrow().uid();

        world.thing("p", "{text: two}");

        soon().until(() -> world.text("a").equals("two"));
        assertThat(world.configMap("a").orElseThrow().uid()).isNotEqualTo(uid);
    }

    @Test
    void anOnDeleteChildIsKeptUntilAUserDeletesIt() {
        world.hook = request ->
                configMapAnswer(request.parent().tree().at("/spec/text").asText(), "a");
        world.composite("c", configMaps("OnDelete") + hooks("sync"));
        world.thing("p", "{text: one}");
        soon().until(() -> world.text("a").equals("one"));

        world.thing("p", "{text: two}");
        soon().until(() -> statusText("p").equals("two"));
        assertThat(world.text("a")).isEqualTo("one");

        world.local.delete(world.configMaps(), key("a"), DeleteOptions.BACKGROUND);
        soon().until(() -> world.text("a").equals("two"));
    }

    private String statusText(String thing) {
        return world.thing(thing).orElseThrow().tree().at("/status/text").asText();
    }

    @Test
    void aChildThatIsNoLongerDesiredIsDeleted() {
        world.hook = request -> request.parent().tree().at("/spec/more").asBoolean()
                ? configMapAnswer("hi", "a", "b")
                : configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{more: true}");
        soon().until(() -> world.configMap("b").isPresent());

        world.thing("p", "{more: false}");

        soon().until(() -> world.configMap("b").isEmpty());
        assertThat(world.configMap("a")).isPresent();
    }
}
