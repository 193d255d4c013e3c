package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Controllers share no queue and no workers: however one of them fails, the others go on. */
class NeighbourTest extends ReconcileSuite {

    private static final int PARENTS = 40;
    private static final int WORKERS = WatcherOptions.DEFAULTS.workers();

    private static HookReply good(HookRequest request) {
        String answer = configMapAnswer("hi", "child-of-" + request.parent().name());
        return new HookReply.Answered(new JsonText(answer.getBytes(StandardCharsets.UTF_8)));
    }

    /** Over the things with a label. */
    private void labelled(String name) {
        composite(
                name,
                "labelSelector: {matchLabels: {of: " + name + "}}",
                "generateSelector: true\n" + configMaps("InPlace") + hooks("sync"));
    }

    private void things(String owner) {
        for (int i = 0; i < PARENTS; i++) {
            thing(owner + i, "labels: {of: " + owner + "}", "{}");
        }
    }

    private void awaitChildren(String owner) {
        soon().untilAsserted(() -> {
            for (int i = 0; i < PARENTS; i++) {
                assertThat(world.configMap("child-of-" + owner + i)).isPresent();
            }
        });
    }

    @Test
    void aHookThatHangsInAllWorkersOfItsControllerLeavesTheOthers() throws InterruptedException {
        Semaphore hanging = new Semaphore(0);
        CountDownLatch end = new CountDownLatch(1);
        world.reply = request -> {
            if (request.controller().name().equals("bad")) {
                hanging.release();
                await(end);
            }
            return good(request);
        };
        labelled("bad");
        labelled("good");
        things("bad");
        assertThat(hanging.tryAcquire(WORKERS, 60, TimeUnit.SECONDS)).isTrue();

        things("good");
        awaitChildren("good");
        assertThat(hanging.tryAcquire())
                .as("no further worker of the other one")
                .isFalse();
        end.countDown();
        awaitChildren("bad");
    }

    @Test
    void aHookThatAlwaysFailsLeavesTheOthers() {
        world.reply = request -> {
            if (request.controller().name().equals("bad")) {
                throw new HookException("unsupported status code: 500 body: boom");
            }
            return good(request);
        };
        labelled("bad");
        labelled("good");
        things("bad");
        awaitEvent("SyncError bad");
        things("good");
        awaitChildren("good");
        assertThat(events("SyncError good")).isEmpty();
    }

    /** The failures of one controller share its queue with the others, and hold up none of them. */
    @Test
    void ofTwoHundredParentsTwentyFailAndTheOthersAreDone() {
        world.reply = request -> {
            if (request.parent().name().contains("fail")) {
                throw new HookException("unsupported status code: 500 body: boom");
            }
            return good(request);
        };
        composite("c", "", "generateSelector: true\n" + configMaps("InPlace") + hooks("sync"));
        for (int i = 0; i < 20; i++) {
            thing("fail" + i, "", "{}");
        }
        for (int i = 0; i < 180; i++) {
            thing("done" + i, "", "{}");
        }

        soon().untilAsserted(() -> {
            for (int i = 0; i < 180; i++) {
                assertThat(world.configMap("child-of-done" + i)).isPresent();
            }
        });
        soon().untilAsserted(() -> assertThat(events("SyncError fail").stream()
                        .map(event -> event.replaceFirst("(?s):.*", ""))
                        .distinct())
                .hasSize(20));
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("the test did not end the calls");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
