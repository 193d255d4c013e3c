package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;
import static java.lang.Thread.State.TERMINATED;
import static java.lang.Thread.State.TIMED_WAITING;
import static java.lang.Thread.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.queue.WorkQueue.Taken;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that wait for keys, and the end of the queue. */
@Timeout(60)
class WorkQueueTakeTest {

    private final HandDrivenQueue hand = new HandDrivenQueue();
    private final ManualClock clock = hand.clock;
    private final WorkQueue<String> queue = hand.queue;

    @Test
    void afterShutDownWhatIsDirtyIsServedAndNothingIsTakenIn() throws InterruptedException {
        hand.add("a", "b");
        queue.addAfter("c", Duration.ofSeconds(1), CHANGE, "later");
        queue.shutDown();
        hand.add("d");

        assertThat(queue.take()).map(Taken::key).contains("a");
        assertThat(queue.take()).map(Taken::key).contains("b");
        assertThat(queue.take()).isEmpty();
        clock.advance(Duration.ofHours(1));
        assertThat(queue.take()).isEmpty();
    }

    @Test
    void takeWaitsForAKey() throws Exception {
        CompletableFuture<Optional<Taken<String>>> taken = takeInBackground(queue);
        hand.add("a");

        assertThat(taken.get(60, TimeUnit.SECONDS)).map(Taken::key).contains("a");
    }

    @Test
    void takeWakesUpForADelayedKey() throws Exception {
        WorkQueue<String> real = new WorkQueue<>(InstantSource.system(), RateLimits.defaults(InstantSource.system()));
        CompletableFuture<Optional<Taken<String>>> taken = takeInBackground(real);
        real.addAfter("late", Duration.ofHours(1), CHANGE, "later");
        real.addAfter("soon", Duration.ofMillis(5), CHANGE, "soon");

        assertThat(taken.get(60, TimeUnit.SECONDS)).map(Taken::key).contains("soon");
    }

    /** Otherwise each due key wakes up all idle workers, and all but one have nothing to do. */
    @Test
    void oneWorkerWaitsForTheTimeAndTheOthersForASignal() throws Exception {
        queue.addAfter("late", Duration.ofHours(1), CHANGE, "later");
        List<Thread> workers = workers(4, queue, new LinkedBlockingQueue<>());

        await().until(() -> states(workers).equals(List.of(TIMED_WAITING, WAITING, WAITING, WAITING)));
        queue.shutDown();
    }

    @Test
    void everyDueKeyIsTakenThoughNoWorkerComesBack() throws Exception {
        WorkQueue<String> real = new WorkQueue<>(InstantSource.system(), RateLimits.defaults(InstantSource.system()));
        real.addAfter("late", Duration.ofHours(1), CHANGE, "later");
        BlockingQueue<String> taken = new LinkedBlockingQueue<>();
        List<Thread> workers = workers(4, real, taken);
        await().until(() -> states(workers).equals(List.of(TIMED_WAITING, WAITING, WAITING, WAITING)));

        for (int millis : List.of(30, 10, 20)) { // each but the last is due before all others
            real.addAfter("in " + millis, Duration.ofMillis(millis), CHANGE, "soon");
        }

        assertThat(List.of(taken.take(), taken.take(), taken.take()))
                .containsExactlyInAnyOrder("in 10", "in 20", "in 30");
        real.shutDown();
    }

    @Test
    void anotherWorkerWaitsForTheTimeIfTheFirstIsInterrupted() throws Exception {
        queue.addAfter("late", Duration.ofHours(1), CHANGE, "later");
        List<Thread> workers = workers(2, queue, new LinkedBlockingQueue<>());
        await().until(() -> states(workers).equals(List.of(TIMED_WAITING, WAITING)));

        Thread first = workers.stream()
                .filter(worker -> worker.getState() == TIMED_WAITING)
                .findFirst()
                .orElseThrow();
        first.interrupt();

        await().until(() -> states(workers).equals(List.of(TERMINATED, TIMED_WAITING)));
        queue.shutDown();
    }

    /** Workers that take one key each. */
    private static List<Thread> workers(int count, WorkQueue<String> queue, BlockingQueue<String> taken) {
        return Stream.generate(() -> Thread.ofPlatform().daemon().start(() -> {
                    try {
                        queue.take().map(Taken::key).ifPresent(taken::add);
                    } catch (InterruptedException _) {
                        // it ends
                    }
                }))
                .limit(count)
                .toList();
    }

    private static List<Thread.State> states(List<Thread> workers) {
        return workers.stream()
                .map(Thread::getState)
                .sorted(Comparator.comparing(List.of(TERMINATED, TIMED_WAITING, WAITING)::indexOf))
                .toList();
    }

    @Test
    void shutDownWakesWaitingWorkers() throws Exception {
        CompletableFuture<Optional<Taken<String>>> first = takeInBackground(queue);
        CompletableFuture<Optional<Taken<String>>> second = takeInBackground(queue);
        queue.shutDown();

        assertThat(first.get(60, TimeUnit.SECONDS)).isEmpty();
        assertThat(second.get(60, TimeUnit.SECONDS)).isEmpty();
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
}
