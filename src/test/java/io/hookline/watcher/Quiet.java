package io.hookline.watcher;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;

/** Waits until nothing moves any more. */
final class Quiet {

    private static final Duration STILL = Duration.ofMillis(150);

    private Quiet() {}

    /** Until a count stays the same for a while. */
    static void await(LongSupplier count) {
        AtomicLong last = new AtomicLong(-1);
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .during(STILL)
                .atMost(Duration.ofSeconds(20))
                .until(() -> {
                    long now = count.getAsLong();
                    return last.getAndSet(now) == now;
                });
    }
}
