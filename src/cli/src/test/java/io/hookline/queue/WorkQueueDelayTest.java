package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Delayed keys and retries. */
class WorkQueueDelayTest {

    private final HandDrivenQueue hand = new HandDrivenQueue();
    private final ManualClock clock = hand.clock;
    private final WorkQueue<String> queue = hand.queue;

    @Test
    void aDelayedKeyComesWhenItsTimeHasCome() {
        queue.addAfter("a", Duration.ofSeconds(10), CHANGE, "later");

        clock.advance(Duration.ofMillis(9_999));
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.nextDue()).contains(clock.instant().plusMillis(1));
        clock.advance(Duration.ofMillis(1));
        assertThat(hand.drain()).containsExactly("a");
    }

    @Test
    void ofTwoDelaysTheEarlierCounts() {
        queue.addAfter("a", Duration.ofSeconds(10), CHANGE, "late");
        queue.addAfter("a", Duration.ofSeconds(5), CHANGE, "early");
        queue.addAfter("a", Duration.ofSeconds(20), CHANGE, "latest");

        clock.advance(Duration.ofSeconds(5));
        assertThat(hand.drain()).containsExactly("a");
        clock.advance(Duration.ofMinutes(1));
        assertThat(hand.drain()).isEmpty();
    }

    @Test
    void aKeyHasTheCauseOfTheDelayThatIsOver() {
        queue.addAfter("a", Duration.ofSeconds(10), CHANGE, "late");
        queue.addAfter("a", Duration.ofSeconds(5), CHANGE, "early");
        queue.addAfter("a", Duration.ofSeconds(5), CHANGE, "as early");
        queue.addAfter("a", Duration.ofSeconds(20), CHANGE, "latest");

        clock.advance(Duration.ofSeconds(5));
        assertThat(queue.poll().orElseThrow().causes().texts()).containsExactly("early", "as early");
    }

    @Test
    void anAddDoesNotVoidADelay() {
        queue.addAfter("a", Duration.ofSeconds(10), CHANGE, "later");
        hand.add("a");
        assertThat(hand.drain()).containsExactly("a");

        clock.advance(Duration.ofSeconds(10));
        assertThat(hand.drain()).containsExactly("a");
    }

    @Test
    void aRetryComesWhenItsTimeHasComeIfNothingElseDid() {
        queue.retryAfter("a", Duration.ofSeconds(10), "again");
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.nextDue()).contains(clock.instant().plusSeconds(10));

        clock.advance(Duration.ofSeconds(10));
        assertThat(hand.drain()).containsExactly("a");
        assertThat(queue.delayed()).isZero();
    }

    @Test
    void workOnAKeyVoidsItsRetryAndNoDelay() {
        queue.retryAfter("a", Duration.ofSeconds(10), "again");
        queue.addAfter("a", Duration.ofSeconds(20), CHANGE, "later");
        hand.add("a");
        assertThat(hand.drain()).containsExactly("a");

        clock.advance(Duration.ofSeconds(10));
        assertThat(hand.drain()).isEmpty();
        clock.advance(Duration.ofSeconds(10));
        assertThat(hand.drain()).containsExactly("a");
    }

    @Test
    void aRetryThatComesSoonerDoesNotSwallowADelay() {
        queue.addAfter("a", Duration.ofSeconds(2), CHANGE, "later");
        queue.retry("a", "it failed");

        clock.advance(Duration.ofMillis(5));
        assertThat(hand.drain()).containsExactly("a");
        clock.advance(Duration.ofSeconds(2));
        assertThat(hand.drain()).containsExactly("a");
    }

    @Test
    void aRetryThatIsWantedDuringTheWorkStands() {
        hand.add("a");
        queue.poll();
        queue.retryAfter("a", Duration.ofSeconds(10), "again");
        queue.done("a");

        clock.advance(Duration.ofSeconds(10));
        assertThat(hand.drain()).containsExactly("a");
    }

    @Test
    void anAddWithoutPositiveDelayIsImmediate() {
        queue.addAfter("a", Duration.ZERO, CHANGE, "now");
        queue.addAfter("b", Duration.ofSeconds(-1), CHANGE, "now");

        assertThat(hand.drain()).containsExactly("a", "b");
    }

    @Test
    void aDelayBeyondAllTimesIsTakenAsVeryLong() {
        queue.addAfter("a", Duration.ofSeconds(Long.MAX_VALUE), CHANGE, "never");

        clock.advance(Duration.ofDays(36_499));
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.delayed()).isEqualTo(1);
    }

    @Test
    void aDelayedKeyThatFallsDueWhileItIsProcessedComesBackWhenDone() {
        hand.add("a");
        queue.addAfter("a", Duration.ofSeconds(1), CHANGE, "later");
        queue.poll();
        clock.advance(Duration.ofSeconds(1));

        assertThat(queue.poll()).isEmpty();
        queue.done("a");
        assertThat(hand.drain()).containsExactly("a");
    }

    @Test
    void failuresDoubleTheDelayOfTheirKeyUntilItIsForgotten() {
        assertThat(List.of(retryDelay(), retryDelay(), retryDelay())).containsExactly(5L, 10L, 20L);
        assertThat(queue.failures("a")).isEqualTo(3);

        queue.forget("a");
        assertThat(queue.failures("a")).isZero();
        assertThat(retryDelay()).isEqualTo(5);
    }

    /** A parent that changes each second while its hook is down for a minute would otherwise wait for days afterwards. */
    @Test
    void aFailureAfterAChangeDoesNotDoubleTheDelay() {
        assertThat(queue.retry("a", "failed")).isEqualTo(Duration.ofMillis(5));
        for (int i = 0; i < 4; i++) {
            hand.add("a");
            assertThat(queue.poll()).isPresent();
            assertThat(queue.retry("a", "failed")).isEqualTo(Duration.ofMillis(5));
            queue.done("a");
        }
        assertThat(queue.failures("a")).isEqualTo(5);

        clock.advance(Duration.ofMillis(5));
        assertThat(hand.drain()).containsExactly("a");

        assertThat(queue.retry("a", "failed")).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void backOffEndsAtItsCap() {
        for (int i = 0; i < 70; i++) {
            retryDelay();
        }

        long delay = retryDelay();
        assertThat(delay).isEqualTo(1_000_000);
        Figure.of("pause after 71 failures in a row", "s").atMost(1000).is(delay / 1000.0);
    }

    @Test
    void manyFailingKeysShareOneBucket() {
        for (int i = 0; i < 120; i++) {
            queue.retry("key" + i, "failed");
        }

        clock.advance(Duration.ofMillis(5));
        assertThat(hand.drain()).hasSize(100);
        clock.advance(Duration.ofMillis(995));
        assertThat(hand.drain()).hasSize(10);
        clock.advance(Duration.ofSeconds(1));
        assertThat(hand.drain()).hasSize(10);
    }

    @Test
    void aRetryThatIsDroppedDoesNotDelayOtherKeys() {
        for (int i = 0; i < 300; i++) { // changes again and again while its hook is down
            hand.add("a");
            clock.advance(Duration.ofMillis(50));
            assertThat(queue.poll()).isPresent();
            queue.retry("a", "failed");
            queue.done("a");
        }

        assertThat(queue.retry("b", "failed")).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void aRetryThatRanHasUsedItsTokenAlsoIfItsKeyChangesLater() {
        for (int i = 0; i < 100; i++) {
            queue.retry("key" + i, "failed");
        }
        clock.advance(Duration.ofMillis(5));
        hand.drain();
        for (int i = 0; i < 100; i++) {
            hand.add("key" + i);
        }
        hand.drain();

        assertThat(queue.retry("b", "failed")).isEqualTo(Duration.ofMillis(95));
    }

    /** Fails the key "a" once more; returns the delay of its retry in milliseconds. */
    private long retryDelay() {
        clock.advance(Duration.ofHours(1));
        queue.retry("a", "failed");
        Instant due = queue.nextDue().orElseThrow();
        long delay = Duration.between(clock.instant(), due).toMillis();
        clock.advanceTo(due);
        hand.drain();
        return delay;
    }
}
