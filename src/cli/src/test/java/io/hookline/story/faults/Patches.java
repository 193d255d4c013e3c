package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Many changes by one user, at a steady rate. */
final class Patches {

    private static final long EACH_MILLIS = 4;

    private Patches() {}

    /** Sends patches, numbered from 0: 250 per second, or as fast as they are answered. */
    static void send(int count, IntConsumer patch) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(count);
        AtomicInteger number = new AtomicInteger();
        try (ScheduledExecutorService user = Executors.newSingleThreadScheduledExecutor()) {
            user.scheduleAtFixedRate(
                    () -> {
                        if (left.getCount() > 0) {
                            patch.accept(number.getAndIncrement());
                            left.countDown();
                        }
                    },
                    0,
                    EACH_MILLIS,
                    TimeUnit.MILLISECONDS);
            assertThat(left.await(60, TimeUnit.SECONDS)).as("all were accepted").isTrue();
            user.shutdownNow();
        }
    }
}
