package io.hookline.reconcile;

import static io.hookline.queue.Priority.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hookline.queue.ManualClock;
import io.hookline.queue.QueueObserver;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.trace.Causes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ControllerLoopTest {

    private final ManualClock clock = new ManualClock();
    private final WorkQueue<String> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));

    @Test
    void successForgetsFailuresAndWaitsForTheNextChange() {
        queue.retry("a", "failed before");
        clock.advance(Duration.ofSeconds(1));

        assertThat(runOnce(Outcome.awaitChange())).isTrue();

        assertThat(queue.failures("a")).isZero();
        assertThat(queue.nextDue()).isEmpty();
        assertThat(queue.processing()).isZero();
    }

    @Test
    void aSuccessCanRequestAnotherReconcile() {
        queue.retry("a", "failed before");
        clock.advance(Duration.ofSeconds(1));
        runOnce(Outcome.requeueAfter(Duration.ofSeconds(30)));

        assertThat(queue.failures("a")).isZero();
        assertThat(delay()).contains(Duration.ofSeconds(30));
    }

    @Test
    void aNamedTimeLeavesTheFailuresAsTheyAre() {
        queue.retry("a", "failed before");
        clock.advance(Duration.ofSeconds(1));
        runOnce(Outcome.retryAfter(Duration.ofSeconds(7), "the hook is busy"));

        assertThat(queue.failures("a")).isEqualTo(1);
        assertThat(delay()).contains(Duration.ofSeconds(7));
    }

    @Test
    void aFailureWithANamedTimeComesBackThenAndLeavesTheFailuresAsTheyAre() {
        queue.retry("a", "failed before");
        clock.advance(Duration.ofSeconds(1));
        runOnce(Outcome.failed(new IllegalStateException("no"), Optional.of(Duration.ofSeconds(7))));

        assertThat(queue.failures("a")).isEqualTo(1);
        assertThat(delay()).contains(Duration.ofSeconds(7));
    }

    @Test
    void aWaitingKeyIsOnlyReconciledWhenAddedAndItsFailureCountIsKept() {
        queue.retry("a", "failed before");
        clock.advance(Duration.ofSeconds(1));
        runOnce(Outcome.waiting("a cache is not complete"));

        assertThat(queue.failures("a")).isEqualTo(1);
        assertThat(delay()).isEmpty();
        assertThat(queue.depth()).isZero();
    }

    @Test
    void retriesBackOff() {
        queue.add("a", CHANGE, "changed");
        runOnce(Outcome.retry("not synced"));
        assertThat(delay()).contains(Duration.ofMillis(5));
        clock.advance(Duration.ofMillis(5));
        runOnce(Outcome.failed(new IllegalStateException("no")));

        assertThat(queue.failures("a")).isEqualTo(2);
        assertThat(delay()).contains(Duration.ofMillis(10));
    }

    /** Another thread forgets the failures, such as one that has loaded a new version of a hook. */
    @Test
    void aFailureThatIsForgottenMeanwhileIsTheFirst() {
        AtomicReference<WorkQueue<String>> itself = new AtomicReference<>();
        WorkQueue<String> forgetful = new WorkQueue<>(clock, RateLimits.defaults(clock), new QueueObserver<>() {
            @Override
            public void retried(String key) {
                itself.get().forget(key);
            }
        });
        itself.set(forgetful);
        forgetful.add("a", CHANGE, "changed");
        List<Integer> attempts = new ArrayList<>();

        new ControllerLoop<>(
                        "test",
                        forgetful,
                        (_, _) -> Outcome.failed(new IllegalStateException("no")),
                        new LoopObserver<String>() {
                            @Override
                            public void failed(String key, Throwable cause, int attempt, Duration next) {
                                attempts.add(attempt);
                            }
                        })
                .runOne();

        assertThat(attempts).containsExactly(1);
    }

    @Test
    void whateverAReconcilerThrowsIsAFailureOfThatKeyAlone() {
        List<Throwable> thrown = List.of(
                new IllegalStateException("state"), new AssertionError("assertion"), new NoClassDefFoundError("class"));
        for (Throwable each : thrown) {
            assertThat(outcomeOf((_, _) -> sneak(each))).isEqualTo(Outcome.failed(each));
        }
        assertThat(queue.failures("a")).isEqualTo(3);
    }

    @Test
    void endlessRecursionIsAFailureToo() {
        assertThat(outcomeOf((_, _) -> recurse(1)))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(StackOverflowError.class));
    }

    @Test
    void anExhaustedVirtualMachineIsNotHidden() {
        queue.add("a", CHANGE, "changed");
        OutOfMemoryError exhausted = new OutOfMemoryError("heap");
        ControllerLoop<String> loop = loop((_, _) -> sneak(exhausted));

        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(loop::runOne);
        assertThat(queue.processing()).isZero();
        assertThat(queue.delayed()).isEqualTo(1);
    }

    @Test
    void aReconcilerWithoutAnswerHasFailed() {
        assertThat(outcomeOf((_, _) -> null)).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void observersSeeEachReconcileWithItsCausesAndOutcome() {
        List<String> seen = new ArrayList<>();
        ControllerLoop<String> loop = new ControllerLoop<>(
                "test",
                queue,
                (_, _) -> {
                    clock.advance(Duration.ofSeconds(2));
                    return Outcome.awaitChange();
                },
                new LoopObserver<>() {
                    @Override
                    public void started(String key, Causes causes) {
                        seen.add("started " + key + " " + causes);
                    }

                    @Override
                    public void finished(String key, Outcome outcome, Duration took) {
                        seen.add("finished " + key + " " + outcome + " " + took);
                    }
                });
        queue.add("a", CHANGE, "child changed");
        loop.runOne();

        assertThat(seen).containsExactly("started a child changed", "finished a AwaitChange[] PT2S");
    }

    @Test
    void anObserverThatThrowsChangesNothing() {
        LoopObserver<String> broken = new LoopObserver<>() {
            @Override
            public void started(String key, Causes causes) {
                throw new IllegalStateException("started");
            }

            @Override
            public void finished(String key, Outcome outcome, Duration took) {
                throw new AssertionError("finished");
            }
        };
        queue.add("a", CHANGE, "changed");
        new ControllerLoop<>("test", queue, (_, _) -> Outcome.requeueAfter(Duration.ofSeconds(1)), broken).runOne();

        assertThat(queue.processing()).isZero();
        assertThat(queue.delayed()).isEqualTo(1);
    }

    @Test
    void runOneReturnsFalseIfNoKeyIsReady() {
        assertThat(loop((_, _) -> Outcome.awaitChange()).runOne()).isFalse();
    }

    @Test
    void workersServeAllKeysAndEndWhenStopped() throws InterruptedException {
        CountDownLatch served = new CountDownLatch(20);
        ControllerLoop<String> loop = loop((_, _) -> {
            served.countDown();
            return Outcome.awaitChange();
        });
        loop.start(Thread.ofVirtual().factory(), 3);
        for (int i = 0; i < 20; i++) {
            queue.add("key" + i, CHANGE, "changed");
        }

        assertThat(served.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(loop.workers()).isEqualTo(3);
        assertThat(loop.stop(Duration.ofSeconds(20))).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> loop.start(Thread.ofVirtual().factory(), 3));
    }

    @Test
    void stopWaitsForWorkInFlightAndStartsNoMore() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger served = new AtomicInteger();
        ControllerLoop<String> loop = loop((_, _) -> {
            begun.countDown();
            mayEnd.await();
            served.incrementAndGet();
            return Outcome.awaitChange();
        });
        queue.add("a", CHANGE, "changed");
        queue.add("b", CHANGE, "changed");
        loop.start(Thread.ofVirtual().factory(), 1);
        begun.await();
        Thread.ofVirtual().start(() -> {
            while (!isShutDown()) {
                Thread.onSpinWait();
            }
            mayEnd.countDown();
        });

        assertThat(loop.stop(Duration.ofSeconds(20))).isTrue();
        assertThat(served).hasValue(1);
        assertThat(loop.runOne()).isFalse();
    }

    @Test
    void afterTheGraceWorkInFlightIsInterrupted() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ControllerLoop<String> loop = loop((_, _) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
            return Outcome.awaitChange();
        });
        queue.add("a", CHANGE, "changed");
        loop.start(Thread.ofVirtual().factory(), 1);
        begun.await();

        assertThat(loop.stop(Duration.ZERO)).isFalse();
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aLoopThatWasNeverStartedStopsAtOnce() {
        assertThat(loop((_, _) -> Outcome.awaitChange()).stop(Duration.ofHours(1)))
                .isTrue();
    }

    /** A queue that is shut down accepts no keys. */
    private boolean isShutDown() {
        queue.addAfter("probe", Duration.ofHours(1), CHANGE, "probe");
        return queue.delayed() == 0;
    }

    private boolean runOnce(Outcome outcome) {
        return loop((_, _) -> outcome).runOne();
    }

    private Optional<Duration> delay() {
        return queue.nextDue().map(due -> Duration.between(clock.instant(), due));
    }

    private ControllerLoop<String> loop(Reconciler<String> reconciler) {
        return new ControllerLoop<>("test", queue, reconciler, new LoopObserver<>() {});
    }

    private Outcome outcomeOf(Reconciler<String> reconciler) {
        List<Outcome> outcomes = new ArrayList<>();
        LoopObserver<String> observer = new LoopObserver<>() {
            @Override
            public void finished(String key, Outcome outcome, Duration took) {
                outcomes.add(outcome);
            }
        };
        queue.add("a", CHANGE, "changed");
        new ControllerLoop<>("test", queue, reconciler, observer).runOne();
        return outcomes.getFirst();
    }

    private static Outcome recurse(int depth) {
        return depth == 0 ? Outcome.awaitChange() : recurse(depth + 1);
    }

    @SuppressWarnings("unchecked") // any throwable, past the compiler
    private static <E extends Throwable> Outcome sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
