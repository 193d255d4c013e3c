package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.LabelSelector;
import io.hookline.queue.ManualClock;
import io.hookline.reconcile.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a hook that returned 429 is called again, by a clock that the test advances. */
class BusyHookClockTest {

    private static final Duration STEP = Duration.ofMillis(100);
    private static final Duration AFTER = Duration.ofSeconds(3);

    /** So that no other parent is synced while a worker waits for the processor with the busy one. */
    private static final WatcherOptions ONE_WORKER = new WatcherOptions(
            1,
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            LabelSelector.EVERYTHING,
            1,
            25,
            Duration.ofSeconds(5),
            "default");

    private final ManualClock clock = new ManualClock();
    private final List<Instant> calls = new CopyOnWriteArrayList<>();
    private final WatcherFixture world =
            new WatcherFixture(WatcherFixture.newCluster(), cluster -> cluster, clock, ONE_WORKER);

    @AfterEach
    void close() {
        world.close();
    }

    private HookReply reply(HookRequest request) {
        if (request.parent().name().equals("busy")) {
            calls.add(clock.instant());
            if (calls.size() == 1) {
                return new HookReply.Later(Optional.of(AFTER));
            }
        }
        return new HookReply.Answered(new JsonText("{}".getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * A new parent makes the worker look at the clock. It is another one each time, since many changes of one would be delayed. The clock
     * stands until it was synced: by then, a key that fell due before has been taken or is next.
     */
    private void step(String parent) {
        clock.advance(STEP);
        world.thing(parent, "{}");
        soon().until(() ->
                world.calls.stream().anyMatch(call -> call.parent().name().equals(parent)));
    }

    @Test
    void aBusyHookIsCalledAgainWithinASecondAfterTheTimeThatItNamed() {
        world.reply = this::reply;
        world.composite("c", hooks("sync"));
        world.thing("busy", "{}");
        soon().until(() -> world.outcomes.stream().anyMatch(Outcome.RetryAfter.class::isInstance));

        for (int number = 0; calls.size() < 2 && number < 100; number++) {
            step("other-" + number);
        }

        Duration pause = Duration.between(calls.get(0), calls.get(1));
        assertThat(pause).isGreaterThanOrEqualTo(AFTER);
        Figure.of("time until the next call after a Retry-After of 3 s, by the clock of the queue", "s")
                .atMost(4)
                .is(pause.toMillis() / 1000.0);
    }
}
