package io.hookline.watcher;

import io.hookline.local.LocalCluster;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;

/** Waits until nothing moves any more. */
final class QuietPeriod {

    private static final int POLL_MILLIS = 10;

    private QuietPeriod() {}

    /** Until all syncs have ended, and no other begins for a moment. */
    static void ofSyncs(WatcherFixture world) {
        int still = world.local instanceof LocalCluster ? 100 : 300;
        WatcherFixture.soon().until(() -> {
            await(still, () -> world.calls.size() * 1000L + world.outcomes.size());
            return world.running.get() == 0;
        });
    }

    /** Until a count stays the same for so many milliseconds: longer on a machine that is so busy that it looks less often. */
    static void await(int still, LongSupplier count) {
        AtomicLong last = new AtomicLong(-1);
        AtomicInteger equal = new AtomicInteger();
        Awaitility.await()
                .pollInterval(Duration.ofMillis(POLL_MILLIS))
                .atMost(Duration.ofSeconds(60))
                .until(() -> {
                    long now = count.getAsLong();
                    return last.getAndSet(now) == now
                            ? equal.incrementAndGet() >= still / POLL_MILLIS
                            : equal.getAndSet(0) < 0;
                });
    }
}
