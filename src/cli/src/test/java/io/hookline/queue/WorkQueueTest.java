package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;
import static io.hookline.queue.Priority.RESYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hookline.object.KubeObject;
import io.hookline.trace.ObservedChange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which keys are taken, and in which order. */
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
    void theFirstChangeThatAddsAKeyIsKeptAsItsCause() {
        KubeObject first = thing("1");
        queue.add("a", RESYNC, "resync");
        ObservedChange.of(first, clock.instant()).handle(() -> queue.add("a", CHANGE, "changed"));
        ObservedChange.of(thing("2"), clock.instant()).handle(() -> queue.add("a", CHANGE, "changed"));
        queue.add("b", CHANGE, "no change");

        assertThat(queue.poll())
                .get()
                .extracting(WorkQueue.Taken::change)
                .isEqualTo(ObservedChange.of(first, clock.instant()));
        assertThat(queue.poll()).get().extracting(WorkQueue.Taken::change).isNull();
    }

    private static KubeObject thing(String version) {
        return KubeObject.of(
                "{\"apiVersion\":\"e.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"t\",\"resourceVersion\":\"%s\"}}"
                        .formatted(version)
                        .getBytes(StandardCharsets.UTF_8));
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
        assertThat(queue.poll().orElseThrow().causes().texts()).containsExactly("parent changed", "child changed");

        for (int i = 0; i < 100; i++) {
            queue.add("b", CHANGE, "cause " + i);
        }
        assertThat(queue.poll().orElseThrow().causes().texts()).hasSize(8).contains("cause 0");
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
    void aKeyAddedWhileItIsProcessedWaitsSinceThen() {
        hand.add("a");
        queue.poll();
        clock.advance(Duration.ofSeconds(1));
        Instant again = clock.instant();
        hand.add("a");
        clock.advance(Duration.ofSeconds(2));
        hand.add("a");
        queue.done("a");

        assertThat(queue.poll().orElseThrow().addedAt()).isEqualTo(again);
    }
}
