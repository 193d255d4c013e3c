package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;
import static io.hookline.queue.Priority.RESYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hookline.queue.WorkQueue.Taken;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkQueueTest {

    private final ManualClock clock = new ManualClock();
    private final WorkQueue<String> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));

    @Test
    void keysAreServedInTheOrderInWhichTheyCame() {
        add("a", "b", "c");

        assertThat(drain()).containsExactly("a", "b", "c");
    }

    @Test
    void aKeyThatIsAddedTwiceIsServedOnce() {
        add("a", "b", "a");

        assertThat(queue.depth()).isEqualTo(2);
        assertThat(drain()).containsExactly("a", "b");
    }

    @Test
    void aKeyAddedWhileItIsProcessedComesBackWhenDone() {
        add("a");
        queue.poll();
        add("a", "a");

        assertThat(queue.poll()).isEmpty();
        assertThat(queue.depth()).isEqualTo(1);

        queue.done("a");
        assertThat(drain()).containsExactly("a");
    }

    @Test
    void aKeyThatIsDoneIsForgotten() {
        add("a");
        drain();

        assertThat(queue.poll()).isEmpty();
        assertThat(queue.depth()).isZero();
        assertThat(queue.processing()).isZero();
    }

    @Test
    void onlyWhoWorksOnAKeyCanBeDone() {
        add("a");

        assertThatIllegalStateException().isThrownBy(() -> queue.done("a")).withMessageContaining("a");
    }

    @Test
    void changesOvertakeResyncs() {
        queue.add("old", RESYNC, "resync");
        queue.add("new", CHANGE, "changed");

        assertThat(drain()).containsExactly("new", "old");
    }

    @Test
    void aResyncThatChangesIsAChange() {
        queue.add("a", RESYNC, "resync");
        queue.add("b", RESYNC, "resync");
        queue.add("b", CHANGE, "changed");
        queue.add("b", RESYNC, "resync");

        assertThat(drain()).containsExactly("b", "a");
    }

    @Test
    void aStreamOfChangesDoesNotStarveResyncs() {
        queue.add("resync", RESYNC, "resync");
        for (int i = 0; i < 40; i++) {
            add("change" + i);
        }

        assertThat(drain().indexOf("resync")).isBetween(1, 15);
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
    void aTakenKeyTellsSinceWhenItWaits() {
        Instant first = clock.instant();
        add("a");
        clock.advance(Duration.ofSeconds(3));
        add("a");

        assertThat(queue.poll().orElseThrow().addedAt()).isEqualTo(first);
    }

    @Test
    void aDelayedKeyComesWhenItsTimeHasCome() {
        queue.addAfter("a", Duration.ofSeconds(10), CHANGE, "later");

        clock.advance(Duration.ofMillis(9_999));
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.nextDue()).contains(clock.instant().plusMillis(1));
        clock.advance(Duration.ofMillis(1));
        assertThat(drain()).containsExactly("a");
    }

    @Test
    void ofTwoDelaysTheEarlierCounts() {
        queue.addAfter("a", Duration.ofSeconds(10), CHANGE, "late");
        queue.addAfter("a", Duration.ofSeconds(5), CHANGE, "early");
        queue.addAfter("a", Duration.ofSeconds(20), CHANGE, "latest");

        clock.advance(Duration.ofSeconds(5));
        assertThat(drain()).containsExactly("a");
        clock.advance(Duration.ofMinutes(1));
        assertThat(drain()).isEmpty();
    }

    @Test
    void anAddDoesNotVoidADelay() {
        queue.addAfter("a", Duration.ofSeconds(10), CHANGE, "later");
        add("a");
        assertThat(drain()).containsExactly("a");

        clock.advance(Duration.ofSeconds(10));
        assertThat(drain()).containsExactly("a");
    }

    @Test
    void aDelayThatIsNoneIsAnAdd() {
        queue.addAfter("a", Duration.ZERO, CHANGE, "now");
        queue.addAfter("b", Duration.ofSeconds(-1), CHANGE, "now");

        assertThat(drain()).containsExactly("a", "b");
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
        add("a");
        queue.addAfter("a", Duration.ofSeconds(1), CHANGE, "later");
        queue.poll();
        clock.advance(Duration.ofSeconds(1));

        assertThat(queue.poll()).isEmpty();
        queue.done("a");
        assertThat(drain()).containsExactly("a");
    }

    @Test
    void failuresDoubleTheDelayOfTheirKeyUntilItIsForgotten() {
        assertThat(List.of(retryDelay(), retryDelay(), retryDelay())).containsExactly(5L, 10L, 20L);
        assertThat(queue.failures("a")).isEqualTo(3);

        queue.forget("a");
        assertThat(queue.failures("a")).isZero();
        assertThat(retryDelay()).isEqualTo(5);
    }

    @Test
    void backOffEndsAtItsCap() {
        for (int i = 0; i < 70; i++) {
            retryDelay();
        }

        assertThat(retryDelay()).isEqualTo(1_000_000);
    }

    @Test
    void manyFailingKeysShareOneBucket() {
        for (int i = 0; i < 120; i++) {
            queue.retry("key" + i, "failed");
        }

        clock.advance(Duration.ofMillis(5));
        assertThat(drain()).hasSize(100);
        clock.advance(Duration.ofMillis(995));
        assertThat(drain()).hasSize(10);
        clock.advance(Duration.ofSeconds(1));
        assertThat(drain()).hasSize(10);
    }

    @Test
    void theFirstFiveTurnsOfAStormGoAtOnceAndTheRestIsSpaced() {
        int turns = 0;
        Instant end = clock.instant().plusSeconds(1);
        List<Duration> gaps = new ArrayList<>();
        Instant last = clock.instant();
        while (clock.instant().isBefore(end)) {
            add("storm");
            if (!drain().isEmpty()) {
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
            add("storm");
            drain();
        }
        queue.add("storm", CHANGE, "the last one");
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.depth()).isEqualTo(1);

        clock.advanceTo(queue.nextDue().orElseThrow());
        assertThat(queue.poll().orElseThrow().causes()).containsExactly("the last one");
    }

    @Test
    void aStormOfOneKeyDoesNotHoldUpOthers() {
        for (int i = 0; i < 7; i++) {
            add("storm");
            drain();
        }
        add("calm");

        assertThat(drain()).containsExactly("calm");
    }

    @Test
    void aKeyThatHasCalmedDownGoesAtOnceAgain() {
        for (int i = 0; i < 7; i++) {
            add("storm");
            drain();
        }
        clock.advance(Duration.ofSeconds(1));
        drain();
        clock.advance(Duration.ofSeconds(1));
        add("storm");

        assertThat(drain()).containsExactly("storm");
    }

    @Test
    void afterShutDownWhatIsDirtyIsServedAndNothingIsTakenIn() throws InterruptedException {
        add("a", "b");
        queue.addAfter("c", Duration.ofSeconds(1), CHANGE, "later");
        queue.shutDown();
        add("d");

        assertThat(queue.take()).map(Taken::key).contains("a");
        assertThat(queue.take()).map(Taken::key).contains("b");
        assertThat(queue.take()).isEmpty();
        clock.advance(Duration.ofHours(1));
        assertThat(queue.take()).isEmpty();
    }

    @Test
    void takeWaitsForAKey() throws Exception {
        CompletableFuture<Optional<Taken<String>>> taken = takeInBackground(queue);
        add("a");

        assertThat(taken.get(10, TimeUnit.SECONDS)).map(Taken::key).contains("a");
    }

    @Test
    void takeWakesUpForADelayedKey() throws Exception {
        WorkQueue<String> real = new WorkQueue<>(InstantSource.system(), RateLimits.defaults(InstantSource.system()));
        CompletableFuture<Optional<Taken<String>>> taken = takeInBackground(real);
        real.addAfter("late", Duration.ofHours(1), CHANGE, "later");
        real.addAfter("soon", Duration.ofMillis(5), CHANGE, "soon");

        assertThat(taken.get(10, TimeUnit.SECONDS)).map(Taken::key).contains("soon");
    }

    @Test
    void shutDownWakesWhoeverWaits() throws Exception {
        CompletableFuture<Optional<Taken<String>>> first = takeInBackground(queue);
        CompletableFuture<Optional<Taken<String>>> second = takeInBackground(queue);
        queue.shutDown();

        assertThat(first.get(10, TimeUnit.SECONDS)).isEmpty();
        assertThat(second.get(10, TimeUnit.SECONDS)).isEmpty();
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

    private static CompletableFuture<Optional<Taken<String>>> takeInBackground(WorkQueue<String> queue)
            throws InterruptedException {
        CompletableFuture<Optional<Taken<String>>> taken = new CompletableFuture<>();
        CountDownLatch started = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            started.countDown();
            try {
                taken.complete(queue.take());
            } catch (InterruptedException e) {
                taken.completeExceptionally(e);
            }
        });
        started.await();
        return taken;
    }

    private void add(String... keys) {
        for (String key : keys) {
            queue.add(key, CHANGE, "changed");
        }
    }

    /** Takes all keys that are there and is done with each at once. */
    private List<String> drain() {
        List<String> keys = new ArrayList<>();
        for (var taken = queue.poll(); taken.isPresent(); taken = queue.poll()) {
            keys.add(taken.get().key());
            queue.done(taken.get().key());
        }
        return keys;
    }

    /** Fails the key "a" once more, and tells after how many milliseconds it came back. */
    private long retryDelay() {
        clock.advance(Duration.ofHours(1));
        queue.retry("a", "failed");
        Instant due = queue.nextDue().orElseThrow();
        long delay = Duration.between(clock.instant(), due).toMillis();
        clock.advanceTo(due);
        drain();
        return delay;
    }
}
