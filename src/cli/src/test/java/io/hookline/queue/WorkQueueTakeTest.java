package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.queue.WorkQueue.Taken;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
