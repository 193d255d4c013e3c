package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import io.hookline.reconcile.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The outcome of a sync: when the parent is synced again, and what is reported. */
class SyncOutcomeTest extends ReconcileSuite {

    @Test
    void a429IsObeyedWithoutAnEvent() {
        world.reply = _ -> new HookReply.Later(Optional.of(Duration.ofMillis(50)));
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> world.calls.size() >= 3);

        assertThat(world.outcomes)
                .isNotEmpty()
                .allSatisfy(outcome -> assertThat(outcome)
                        .isEqualTo(Outcome.retryAfter(Duration.ofMillis(50), "the hook answered 429")));
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void a429WithoutAUsableTimeIsAnsweredWithBackOff() {
        world.reply = _ -> new HookReply.Later(Optional.empty());
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> world.outcomes.size() >= 3);

        assertThat(world.outcomes).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Retry.class));
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void aFailureIsReportedInAnEventOnTheParentAndForgottenWithTheNextSuccess() {
        world.reply = _ -> {
            throw new HookException("unsupported status code: 500 body: boom");
        };
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");
        awaitEvent("SyncError p: Sync error: sync hook failed for Thing default/p: sync hook failed (version=v1):"
                + " unsupported status code: 500 body: boom");
        soon().until(() -> world.outcomes.stream().anyMatch(Outcome.Failed.class::isInstance));

        world.reply = _ -> new HookReply.Answered(
                new JsonText("{\"status\":{\"text\":\"well\"}}".getBytes(StandardCharsets.UTF_8)));

        soon().until(() -> status("p").contains("well")); // by itself: nothing changes here but the hook
        settle();
        assertThat(world.outcomes.getLast()).isEqualTo(Outcome.awaitChange());
    }

    @Test
    void aResyncThatTheHookRequestedIsNotCancelledByALaterSyncWithoutOne() {
        world.hook = request -> switch (world.calls.size()) {
            case 1 -> "{\"resyncAfterSeconds\":2,\"status\":{\"n\":1}}";
            case 2 -> "{\"status\":{\"n\":2}}";
            default -> "{\"status\":{\"done\":true}}";
        };
        composite("c", "ignoreStatusChanges: true", "generateSelector: true\n" + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> !world.calls.isEmpty());
        mergeThing("p", "{\"metadata\":{\"labels\":{\"touched\":\"yes\"}}}");

        soon().until(() -> status("p").contains("done"));
        settle();
        assertThat(world.calls).hasSize(3);
    }

    @Test
    void aControllerThatStopsDuringAHookCallReportsNoError() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        world.hook = _ -> {
            asked.countDown();
            await(answer);
            return configMapAnswer("late", "a");
        };
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

        world.local.delete(
                world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController")),
                ObjectKey.clusterScoped("c"),
                DeleteOptions.BACKGROUND);
        awaitEvent("Stopping c");
        answer.countDown();

        awaitEvent("Stopped c");
        assertThat(events("SyncError")).isEmpty();
        assertThat(world.configMap("a"))
                .as("a sync in flight ends as it should")
                .isPresent();
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody opened the latch");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
