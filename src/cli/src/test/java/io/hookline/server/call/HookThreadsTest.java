package io.hookline.server.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The threads of hooks if the system starts no more threads, as at the limit of processes of a Pod. */
class HookThreadsTest {

    private final AtomicInteger failures = new AtomicInteger();

    /** Like {@link Thread#start} at the limit. */
    private final Executor starter = task -> {
        if (failures.getAndDecrement() > 0) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        Thread.ofPlatform().daemon().start(task);
    };

    @Test
    void aThreadThatCouldNotBeStartedIsStartedByALaterCall() throws Exception {
        HookThreads threads = new HookThreads(starter, 1);
        failures.set(1);
        AtomicInteger calls = new AtomicInteger();
        assertThatThrownBy(() -> threads.run(calls::incrementAndGet)).isInstanceOf(OutOfMemoryError.class);

        CountDownLatch ran = new CountDownLatch(1);
        threads.run(ran::countDown);

        assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(calls).as("the refused call").hasValue(0);
        threads.close();
    }

    private record Call(long deadline, CountDownLatch expired) implements CallWatchdog.Watched {
        Call(Duration timeout) {
            this(System.nanoTime() + timeout.toNanos(), new CountDownLatch(1));
        }

        @Override
        public void expire() {
            expired.countDown();
        }
    }

    @Test
    void aWatchdogThatCouldNotBeStartedIsStartedByALaterCall() throws Exception {
        Duration timeout = Duration.ofMillis(20);
        CallWatchdog watchdog = new CallWatchdog(starter, timeout);
        failures.set(1);
        assertThatThrownBy(() -> watchdog.begin(new Call(timeout))).isInstanceOf(OutOfMemoryError.class);

        Call call = new Call(timeout);
        watchdog.begin(call);

        assertThat(call.expired().await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aCallExpiresAlsoIfNoThreadCanBeStartedForThat() throws Exception {
        Duration timeout = Duration.ofMillis(500);
        CallWatchdog watchdog = new CallWatchdog(starter, timeout);
        Call first = new Call(timeout);
        watchdog.begin(first);
        failures.set(1);

        assertThat(first.expired().await(60, TimeUnit.SECONDS)).isTrue();
        Call second = new Call(timeout);
        watchdog.begin(second);
        assertThat(second.expired().await(60, TimeUnit.SECONDS)).isTrue();
        await().until(() -> failures.get() <= 0);
    }
}
