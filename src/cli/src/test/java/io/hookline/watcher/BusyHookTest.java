package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.reconcile.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each hook of a controller can say when it wants to be called again: by 429 without an error, by 503 with one. */
class BusyHookTest extends ReconcileSuite {

    private static final Duration HOUR = Duration.ofHours(1);

    private static HookReply busy(int status) {
        if (status == 429) {
            return new HookReply.Later(Optional.of(HOUR));
        }
        throw new HookException("unsupported status code: 503 body: ", Optional.of(HOUR));
    }

    private static HookReply answer(HookType type) {
        String json = switch (type) {
            case SYNC -> "{}";
            case FINALIZE -> "{\"finalized\":true}";
            case CUSTOMIZE -> "{\"relatedResources\":[]}";
            case VALIDATE, MUTATE -> throw new IllegalArgumentException("no watcher calls " + type.text());
        };
        return new HookReply.Answered(new JsonText(json.getBytes(StandardCharsets.UTF_8)));
    }

    private long calls(HookType type) {
        return world.calls.stream().filter(call -> call.type() == type).count();
    }

    private static Optional<Duration> delay(Outcome outcome) {
        return switch (outcome) {
            case Outcome.RetryAfter(Duration after, String _) -> Optional.of(after);
            case Outcome.Failed(Throwable _, Optional<Duration> after) -> after;
            default -> Optional.empty();
        };
    }

    @ParameterizedTest
    @CsvSource({"SYNC, 429", "SYNC, 503", "FINALIZE, 429", "FINALIZE, 503", "CUSTOMIZE, 429", "CUSTOMIZE, 503"})
    void itIsCalledAgainAfterThatTimeOrAChange(HookType type, int status) {
        world.reply = request -> request.type() == type ? busy(status) : answer(request.type());
        world.composite("c", hooks("sync", "finalize", "customize"));
        world.thing("p", "{}");
        if (type == HookType.FINALIZE) {
            soon().until(() -> calls(HookType.SYNC) > 0);
            deleteThing("p");
        }
        soon().until(() ->
                world.outcomes.stream().anyMatch(outcome -> delay(outcome).isPresent()));
        settle();
        long before = calls(type);
        assertThat(before).as("one for each version of the parent").isBetween(1L, 2L);
        assertThat(world.outcomes.getLast())
                .isInstanceOf(status == 429 ? Outcome.RetryAfter.class : Outcome.Failed.class);
        assertThat(delay(world.outcomes.getLast())).contains(HOUR);
        assertThat(events("SyncError").isEmpty()).isEqualTo(status == 429);

        world.reply = request -> answer(request.type());
        mergeThing("p", "{\"metadata\":{\"annotations\":{\"touched\":\"yes\"}}}");
        soon().until(() -> calls(type) > before);
        if (type == HookType.FINALIZE) {
            soon().until(() -> world.thing("p").isEmpty());
        }
    }
}
