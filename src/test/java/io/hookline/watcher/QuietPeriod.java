package io.hookline.watcher;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;

/** Waits until nothing moves any more. */
final class QuietPeriod {

    private QuietPeriod() {}

    /** Until a count stays the same for so many milliseconds. */
    static void await(int still, LongSupplier count) {
        AtomicLong last = new AtomicLong(-1);
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .during(Duration.ofMillis(still))
                .atMost(Duration.ofSeconds(20))
                .until(() -> {
                    long now = count.getAsLong();
                    return last.getAndSet(now) == now;
                });
    }
}
