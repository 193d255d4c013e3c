package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many changes of one key in a short time. */
class WorkQueueStormTest {

    private final HandDrivenQueue hand = new HandDrivenQueue();
    private final ManualClock clock = hand.clock;
    private final WorkQueue<String> queue = hand.queue;

    @Test
    void theFirstFiveTurnsOfAStormGoAtOnceAndTheRestIsSpaced() {
        int turns = 0;
        Instant end = clock.instant().plusSeconds(1);
        List<Duration> gaps = new ArrayList<>();
        Instant last = clock.instant();
        while (clock.instant().isBefore(end)) {
            hand.add("storm");
            if (!hand.drain().isEmpty()) {
                turns++;
                gaps.add(Duration.between(last, clock.instant()));
                last = clock.instant();
            }
            clock.advance(Duration.ofMillis(1));
        }

        assertThat(gaps.subList(0, 6)).allMatch(gap -> gap.compareTo(Duration.ofMillis(1)) <= 0);
        assertThat(gaps.subList(6, gaps.size())).allMatch(gap -> gap.compareTo(Duration.ofMillis(50)) >= 0);
        assertThat(turns).isBetween(20, 26);
    }

    @Test
    void theLastChangeOfAStormIsServed() {
        for (int i = 0; i < 6; i++) {
            hand.add("storm");
            hand.drain();
        }
        queue.add("storm", CHANGE, "the last one");
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.depth()).isEqualTo(1);

        clock.advanceTo(queue.nextDue().orElseThrow());
        assertThat(queue.poll().orElseThrow().causes().texts()).containsExactly("the last one");
    }

    @Test
    void aStormOfOneKeyDoesNotHoldUpOthers() {
        for (int i = 0; i < 7; i++) {
            hand.add("storm");
            hand.drain();
        }
        hand.add("calm");

        assertThat(hand.drain()).containsExactly("calm");
    }

    @Test
    void aKeyThatChangesLessOftenAgainIsNotDelayed() {
        for (int i = 0; i < 7; i++) {
            hand.add("storm");
            hand.drain();
        }
        clock.advance(Duration.ofSeconds(1));
        hand.drain();
        clock.advance(Duration.ofSeconds(1));
        hand.add("storm");

        assertThat(hand.drain()).containsExactly("storm");
    }
}
