package io.hookline.watcher.sync;

import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.WatcherFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An answer that equals the last one is skipped only if parent and children are the same, too. */
class UnchangedSyncTest {

    private static final String ANSWER =
            WatcherFixture.configMapAnswer("kept", "a", "b").replaceFirst("}$", ",\"resyncAfterSeconds\":0.02}");

    private final WatcherFixture world = new WatcherFixture();

    @BeforeEach
    void converge() {
        world.hook = _ -> ANSWER;
        world.composite("c", hooks("sync") + configMaps("InPlace"));
        world.thing("p", "{}");
        soon().until(() -> world.text("a").equals("kept") && world.text("b").equals("kept"));
        awaitCalls(10);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void awaitCalls(int more) {
        int before = world.calls.size();
        soon().until(() -> world.calls.size() >= before + more);
    }

    @Test
    void theHookIsCalledAfterEachRequestedResyncThoughNothingIsReadOrWritten() {
        awaitCalls(5);
        int parses = world.parses.get();
        world.cluster.forget();

        awaitCalls(20);

        assertThat(world.cluster.requests()).isEmpty();
        assertThat(world.parses.get()).isEqualTo(parses);
    }

    @Test
    void aChildThatAnotherClientChangedIsRestored() {
        world.local.patch(
                world.configMaps(),
                new ObjectKey("default", "a"),
                Patch.merge("{\"data\":{\"text\":\"modified\"}}"),
                WriteOptions.PLAIN);

        soon().until(() -> world.text("a").equals("kept"));
    }

    @Test
    void aDeletedChildIsCreatedAgain() {
        world.local.delete(world.configMaps(), new ObjectKey("default", "b"), DeleteOptions.BACKGROUND);

        soon().until(() -> world.text("b").equals("kept"));
    }

    @Test
    void aStatusThatAnotherClientChangedIsWrittenAgain() {
        world.local.patch(
                world.things(),
                new ObjectKey("default", "p"),
                Patch.merge("{\"status\":{\"text\":\"modified\"}}"),
                WriteOptions.STATUS);

        soon().until(() -> world.thing("p")
                .orElseThrow()
                .tree()
                .at("/status/text")
                .asText()
                .equals("kept"));
    }

    @Test
    void anotherAnswerIsFollowed() {
        world.hook = _ -> ANSWER.replace("kept", "new");

        soon().until(() -> world.text("a").equals("new") && world.text("b").equals("new"));
    }

    @Test
    void theFirstAnswerIsFollowedAgainAfterAnother() {
        world.hook = _ -> ANSWER.replace("kept", "new");
        soon().until(() -> world.text("a").equals("new"));

        world.hook = _ -> ANSWER;

        soon().until(() -> world.text("a").equals("kept") && world.text("b").equals("kept"));
    }
}
