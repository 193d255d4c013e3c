package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.watch.HealthEndpoints.Liveness;
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
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread one = lockingBoth("stuck-1", a, b, both);
        Thread other = lockingBoth("stuck-2", b, a, both);
        try {
            while (!waits(one, b) || !waits(other, a)) {
                Thread.onSpinWait();
            }

            assertThat(NOTHING_OF_ITS_OWN.problems()).singleElement().asString().contains("stuck-1", "stuck-2");
        } finally {
            one.interrupt(); // otherwise all later tests of this process would find them
            other.interrupt();
            one.join();
            other.join();
        }
        assertThat(NOTHING_OF_ITS_OWN.problems()).isEmpty();
    }

    /** Whether a thread waits for a lock. Before, it waits for the other thread. */
    private static boolean waits(Thread thread, ReentrantLock lock) {
        return lock.hasQueuedThread(thread) && thread.getState() == Thread.State.WAITING;
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
