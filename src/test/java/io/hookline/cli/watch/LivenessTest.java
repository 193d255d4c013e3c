package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What makes {@code /healthz} fail. */
@Isolated("a deadlock is one of the whole process")
class LivenessTest {

    private static final Liveness NOTHING_OF_ITS_OWN = new Liveness(List::of, Duration.ofSeconds(30));

    @Test
    void aProcessThatWorksHasNoProblem() {
        assertThat(NOTHING_OF_ITS_OWN.problems()).isEmpty();
    }

    @Test
    void theProblemsOfTheWatcherAreReported() {
        assertThat(new Liveness(() -> List.of("the informer of pods has ended"), Liveness.USUAL).problems())
                .containsExactly("the informer of pods has ended");
    }

    @Test
    void threadsThatWaitForEachOtherAreNamed() throws Exception {
        Lock a = new ReentrantLock();
        Lock b = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread one = lockingBoth("stuck-1", a, b, both);
        Thread other = lockingBoth("stuck-2", b, a, both);
        try {
            await().untilAsserted(() -> assertThat(NOTHING_OF_ITS_OWN.problems())
                    .singleElement()
                    .asString()
                    .contains("stuck-1", "stuck-2"));
        } finally {
            one.interrupt();
            other.interrupt();
            one.join();
            other.join();
        }
        assertThat(NOTHING_OF_ITS_OWN.problems()).isEmpty();
    }

    private static Thread lockingBoth(String name, Lock first, Lock second, CountDownLatch both) {
        return Thread.ofPlatform().name(name).daemon().start(() -> {
            first.lock();
            try {
                both.countDown();
                both.await();
                second.lockInterruptibly();
                second.unlock();
            } catch (InterruptedException _) {
                // the test has ended
            } finally {
                first.unlock();
            }
        });
    }
}
