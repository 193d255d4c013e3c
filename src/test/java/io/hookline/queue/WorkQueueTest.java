package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;
import static io.hookline.queue.Priority.RESYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which keys are taken, in which order, and what the observer sees. */
class WorkQueueTest {

    private final HandDrivenQueue hand = new HandDrivenQueue();
    private final ManualClock clock = hand.clock;
    private final WorkQueue<String> queue = hand.queue;

    @Test
    void keysAreServedInTheOrderInWhichTheyCame() {
        hand.add("a", "b", "c");

        assertThat(hand.drain()).containsExactly("a", "b", "c");
    }

    @Test
    void aKeyThatIsAddedTwiceIsServedOnce() {
        hand.add("a", "b", "a");

        assertThat(queue.depth()).isEqualTo(2);
        assertThat(hand.drain()).containsExactly("a", "b");
    }

    @Test
    void aKeyAddedWhileItIsProcessedComesBackWhenDone() {
        hand.add("a");
        queue.poll();
        hand.add("a", "a");

        assertThat(queue.poll()).isEmpty();
        assertThat(queue.depth()).isEqualTo(1);

        queue.done("a");
        assertThat(hand.drain()).containsExactly("a");
    }

    @Test
    void aKeyThatIsDoneIsForgotten() {
        hand.add("a");
        hand.drain();

        assertThat(queue.poll()).isEmpty();
        assertThat(queue.depth()).isZero();
        assertThat(queue.processing()).isZero();
    }

    @Test
    void onlyAKeyInProcessingCanBeDone() {
        hand.add("a");

        assertThatIllegalStateException().isThrownBy(() -> queue.done("a")).withMessageContaining("a");
    }

    @Test
    void changesOvertakeResyncs() {
        queue.add("old", RESYNC, "resync");
        queue.add("new", CHANGE, "changed");

        assertThat(hand.drain()).containsExactly("new", "old");
    }

    @Test
    void aResyncThatChangesIsAChange() {
        queue.add("a", RESYNC, "resync");
        queue.add("b", RESYNC, "resync");
        queue.add("b", CHANGE, "changed");
        queue.add("b", RESYNC, "resync");

        assertThat(hand.drain()).containsExactly("b", "a");
    }

    @Test
    void aStreamOfChangesDoesNotStarveResyncs() {
        queue.add("resync", RESYNC, "resync");
        for (int i = 0; i < 40; i++) {
            hand.add("change" + i);
        }

        assertThat(hand.drain().indexOf("resync")).isBetween(1, 15);
    }

    @Test
    void causesAreCollectedAndBounded() {
        queue.add("a", CHANGE, "parent changed");
        queue.add("a", CHANGE, "child changed");
        assertThat(queue.poll().orElseThrow().causes()).containsExactly("parent changed", "child changed");

        for (int i = 0; i < 100; i++) {
            queue.add("b", CHANGE, "cause " + i);
        }
        assertThat(queue.poll().orElseThrow().causes()).hasSize(8).contains("cause 0");
    }

    @Test
    void aTakenKeyHasTheTimeSinceWhenItWaited() {
        Instant first = clock.instant();
        hand.add("a");
        clock.advance(Duration.ofSeconds(3));
        hand.add("a");

        assertThat(queue.poll().orElseThrow().addedAt()).isEqualTo(first);
    }

    @Test
    void theObserverSeesEachKeyComeGoAndFail() {
        List<String> seen = new ArrayList<>();
        WorkQueue<String> observed = new WorkQueue<>(clock, RateLimits.defaults(clock), observer(seen));

        observed.add("a", CHANGE, "changed");
        observed.add("a", CHANGE, "changed");
        clock.advance(Duration.ofSeconds(1));
        observed.poll();
        observed.add("a", CHANGE, "changed");
        clock.advance(Duration.ofSeconds(2));
        assertThat(observed.unfinishedWork()).isEqualTo(Duration.ofSeconds(2));
        assertThat(observed.longestRunning()).isEqualTo(Duration.ofSeconds(2));
        observed.done("a");
        observed.retry("b", "failed");
        clock.advance(Duration.ofMillis(5));
        observed.poll();
        observed.poll();

        assertThat(seen)
                .containsExactly(
                        "added a",
                        "taken a PT1S",
                        "added a",
                        "done a PT2S",
                        "retried b PT0.005S",
                        "added b",
                        "taken a PT2.005S",
                        "taken b PT0S");
    }

    private static QueueObserver<String> observer(List<String> seen) {
        return new QueueObserver<>() {
            @Override
            public void added(String key) {
                seen.add("added " + key);
            }

            @Override
            public void taken(String key, Duration waited) {
                seen.add("taken " + key + " " + waited);
            }

            @Override
            public void done(String key, Duration worked) {
                seen.add("done " + key + " " + worked);
            }

            @Override
            public void retried(String key, Duration delay) {
                seen.add("retried " + key + " " + delay);
            }
        };
    }
}
