package io.hookline.watcher.sync;

import static io.hookline.watcher.sync.RolloutWorld.READY;
import static io.hookline.watcher.sync.RolloutWorld.rolledOut;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.ObjectKey;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the answers for several revisions say together. */
class RevisionAnswersTest {

    /** In the middle of a rolling update from v1 to v2. */
    private static RolloutWorld between(String hooks) {
        RolloutWorld world =
                rolledOut(new RolloutWorld("RollingInPlace", READY, "generateSelector: true", false, hooks), 2);
        world.set("v2", 2);
        world.sync();
        world.ready("part-1", false);
        return world;
    }

    private static final String SYNC = "sync: {webhook: {url: \"http://hooks.test/\"}}";
    private static final String BOTH = "{" + SYNC + ", finalize: {webhook: {url: \"http://hooks.test/\"}}}";

    private static Function<HookRequest, String> adding(String ofEarlier, String ofLatest) {
        return request -> RolloutHook.answer(request.parent())
                .replaceFirst("^\\{", "{" + (isEarlier(request) ? ofEarlier : ofLatest));
    }

    private static boolean isEarlier(HookRequest request) {
        return request.parent().tree().at("/spec/template/image").asText().equals("v1");
    }

    @Test
    void aParentIsFinalizedWhenAllRevisionsAre() {
        try (RolloutWorld world = between(BOTH)) {
            world.cluster.delete("sets", "web");
            world.hook = adding("\"finalized\":false,", "\"finalized\":true,");
            world.sync();
            assertThat(world.cluster.find("sets", "web")).isPresent();

            world.hook = adding("\"finalized\":true,", "\"finalized\":true,");
            world.sync();
            assertThat(world.cluster.find("sets", "web")).isEmpty();
        }
    }

    @Test
    void theShortestResyncTimeCounts() {
        try (RolloutWorld world = between(SYNC)) {
            world.hook = adding("\"resyncAfterSeconds\":5,", "\"resyncAfterSeconds\":500,");
            world.sync();
            world.controller.drainQueue();

            assertThat(world.controller.nextSync()).isLessThanOrEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void aRevisionWhoseHookIsBusyPostponesTheSync() {
        try (RolloutWorld world = between(SYNC)) {
            String before = world.state();
            world.controller.reply = request -> isEarlier(request)
                    ? Optional.of(new HookReply.Later(Optional.of(Duration.ofSeconds(7))))
                    : Optional.empty();

            Outcome outcome = world.controller.outcome(new ObjectKey("default", "web"));

            assertThat(outcome).isEqualTo(Outcome.retryAfter(Duration.ofSeconds(7), "the hook answered 429"));
            assertThat(world.state()).isEqualTo(before);
        }
    }
}
