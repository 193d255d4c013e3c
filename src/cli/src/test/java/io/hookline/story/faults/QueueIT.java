package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import io.hookline.story.faults.CountedHook.Answer;
import io.hookline.story.faults.CountedHook.Call;
import io.hookline.story.faults.CountedWorld.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the work queue of a controller does to the calls of its hook: many changes, many parents, failures, and a busy hook. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueueIT {

    private static final int PATCHES = 500;
    private static final int PARENTS = 50;
    private static final int FAILURES = 8;
    private static final double FIRST_DELAY_MILLIS = 5;

    private final AtomicInteger failuresLeft = new AtomicInteger();
    private final AtomicBoolean busy = new AtomicBoolean(true);
    private CountedWorld world;

    /** The busy parent comes first: its three seconds pass during the other tests. */
    @BeforeAll
    void start() throws IOException {
        world = CountedWorld.start(this::answer, Settings.PLAIN.withCallTime(Duration.ofMillis(2)));
        world.put("busy", "first");
    }

    @AfterAll
    void stop() {
        world.close();
    }

    private Answer answer(Call call) {
        if (call.parent().equals("failing") && failuresLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return new Answer(500, "failed", Map.of());
        }
        if (call.parent().equals("busy") && busy.getAndSet(false)) {
            return Answer.empty(429, "Retry-After", "3");
        }
        return CountedWorld.oneChild(call);
    }

    @Test
    void fiveHundredPatchesOfOneParentCostFewHookCallsAndTheLastOneIsSeen() throws InterruptedException {
        world.put("storm", "first");
        CountedWorld.await().until(() -> world.childText("storm").equals("first"));
        int before = world.hook.calls("storm").size();

        Patches.send(PATCHES, number -> world.patch("storm", "text-" + number));
        String last = "text-" + (PATCHES - 1);
        CountedWorld.await().until(() -> world.childText("storm").equals(last));
        world.awaitQuiet();

        List<Call> calls = world.hook.calls("storm");
        assertThat(calls.getLast().generation())
                .isEqualTo(world.patch("storm", last).generation());
        Figure.of("hook calls for 500 patches of one parent in 2 s", "calls")
                .atMost(60)
                .is(calls.size() - before);
        Figure.of("hook calls at the same time for one parent during these patches", "calls")
                .atMost(1)
                .is(world.hook.atOnce("storm"));
    }

    @Test
    void hooksOfSeveralParentsAreCalledAtTheSameTimeAndOfOneParentOneAfterTheOther() {
        List<String> parents =
                IntStream.range(0, PARENTS).mapToObj(i -> "many-" + i).toList();
        parents.forEach(parent -> world.put(parent, "first"));
        parents.forEach(parent ->
                CountedWorld.await().until(() -> world.childText(parent).equals("first")));
        world.awaitQuiet();

        Figure.of("hook calls at the same time for 50 parents", "calls")
                .atLeast(2)
                .is(world.hook.atOnce());
        Figure.of("hook calls at the same time for each of 50 parents", "calls")
                .atMost(1)
                .is(parents.stream().mapToInt(world.hook::atOnce).max().orElseThrow());
    }

    @Test
    void eachFailureDoublesThePauseAndASuccessResetsIt() {
        failuresLeft.set(FAILURES);
        world.put("failing", "first");
        CountedWorld.await().until(() -> world.childText("failing").equals("first"));
        world.awaitQuiet();
        List<Call> failed = world.hook.calls("failing");

        failuresLeft.set(1);
        world.patch("failing", "second");
        CountedWorld.await().until(() -> world.childText("failing").equals("second"));

        Figure.of("pause after each of 8 failures, as a multiple of 5 ms doubled each time", "times")
                .atLeast(1)
                .is(IntStream.range(0, FAILURES)
                        .mapToDouble(i -> pauseAfter(failed, i) / (FIRST_DELAY_MILLIS * (1 << i)))
                        .min()
                        .orElseThrow());
        Figure.of("pause after a failure that follows a success", "ms")
                .atMost(1279) // a ninth failure in a row would wait for 1280
                .is(pauseAfter(world.hook.calls("failing"), failed.size()));
    }

    /** Milliseconds between the answer of a call and the next call. */
    private static double pauseAfter(List<Call> calls, int call) {
        return (calls.get(call + 1).nanos() - calls.get(call).answeredNanos()) / 1e6;
    }

    @Test
    void aBusyHookIsNotCalledAgainBeforeTheTimeThatItNamed() {
        CountedWorld.await().until(() -> world.hook.calls("busy").size() >= 2);

        Figure.of("time until the next call after a Retry-After of 3 s", "s")
                .atLeast(3)
                .is(pauseAfter(world.hook.calls("busy"), 0) / 1000);
    }
}
