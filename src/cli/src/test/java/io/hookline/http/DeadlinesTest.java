package io.hookline.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DeadlinesTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final Deadlines deadlines = new Deadlines();
    private final AtomicInteger struck = new AtomicInteger();

    @AfterEach
    void close() {
        deadlines.close();
    }

    @Test
    void aDeadlineExpiresOnce() throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        Deadlines.Deadline deadline = deadlines.after(1, reached::countDown);
        reached.await();
        assertThat(deadline.cancel()).isFalse();
        assertThat(deadlines.pending()).isZero();
    }

    @Test
    void aCancelledDeadlineIsForgotten() {
        Deadlines.Deadline deadline = deadlines.after(HOUR, struck::incrementAndGet);
        assertThat(deadlines.pending()).isEqualTo(1);
        assertThat(deadline.cancel()).isTrue();
        assertThat(deadlines.pending()).isZero();
        deadline.run();
        assertThat(struck).hasValue(0);
    }

    @Test
    void aDeadlineThatIsExpiringCannotBeCancelled() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Deadlines.Deadline deadline = deadlines.after(1, () -> {
            begun.countDown();
            awaitCalmly(go);
            done.countDown();
        });
        begun.await();
        assertThat(deadline.cancel())
                .as("whether a connection may be kept that is about to be cut")
                .isFalse();
        go.countDown();
        done.await();
    }

    @Test
    void noCallStartsWithoutALimitAfterTheClose() {
        deadlines.close();
        assertThat(deadlines.after(HOUR, struck::incrementAndGet).cancel()).isFalse();
        assertThat(struck).hasValue(1);
    }

    private static void awaitCalmly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
