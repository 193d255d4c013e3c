package io.hookline.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.queue.WorkQueue.Taken;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The guarantees of the queue with many threads at once. */
@Timeout(60)
class WorkQueueStressTest {

    private static final int KEYS = 97;
    private static final int PRODUCERS = 8;
    private static final int WORKERS = 16;
    private static final int ADDS = 4_000;

    private final WorkQueue<Integer> queue =
            new WorkQueue<>(InstantSource.system(), RateLimits.defaults(InstantSource.system()));
    private final AtomicIntegerArray written = new AtomicIntegerArray(KEYS);
    private final AtomicIntegerArray read = new AtomicIntegerArray(KEYS);
    private final AtomicIntegerArray inHand = new AtomicIntegerArray(KEYS);
    private final AtomicInteger overlaps = new AtomicInteger();
    private final CountDownLatch produced = new CountDownLatch(PRODUCERS);
    private final CountDownLatch worked = new CountDownLatch(WORKERS);

    @Test
    void noKeyIsInTwoHandsAndNoChangeIsLost() throws InterruptedException {
        for (int i = 0; i < WORKERS; i++) {
            Thread.ofVirtual().start(this::work);
        }
        for (int i = 0; i < PRODUCERS; i++) {
            Random random = new Random(i);
            Thread.ofVirtual().start(() -> produce(random));
        }
        produced.await();
        queue.shutDown();
        worked.await();

        assertThat(overlaps).hasValue(0);
        assertThat(queue.depth()).isZero();
        for (int key = 0; key < KEYS; key++) {
            assertThat(read.get(key)).as("what was seen last of key %d", key).isEqualTo(written.get(key));
        }
    }

    private void produce(Random random) {
        for (int i = 0; i < ADDS; i++) {
            int key = random.nextInt(KEYS);
            written.incrementAndGet(key);
            queue.add(key, random.nextBoolean() ? Priority.CHANGE : Priority.RESYNC, "changed");
            if (random.nextInt(10) == 0) {
                queue.addAfter(key, Duration.ofNanos(random.nextInt(1_000_000)), Priority.CHANGE, "later");
            }
        }
        produced.countDown();
    }

    private void work() {
        try {
            for (Optional<Taken<Integer>> next = queue.take(); next.isPresent(); next = queue.take()) {
                int key = next.get().key();
                if (inHand.incrementAndGet(key) != 1) {
                    overlaps.incrementAndGet();
                }
                read.set(key, written.get(key));
                Thread.yield();
                inHand.decrementAndGet(key);
                queue.done(key);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            worked.countDown();
        }
    }
}
