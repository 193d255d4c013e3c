package io.hookline.server.worker;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.HumanDuration;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The pauses between starts of workers that fail one after the other. Thread-safe. */
final class StartBackOff {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int MAX_DOUBLINGS = 10;

    private final LongSupplier nanoTime;
    private int failures;
    private long next;
    private String lastError = "";

    StartBackOff(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** @throws HookException if it is too early for another start */
    synchronized void check(String hook) {
        long left = next - nanoTime.getAsLong();
        if (failures > 0 && left > 0) {
            throw new HookException(
                    "the next worker of " + hook + " starts in " + HumanDuration.text(Duration.ofNanos(left))
                            + " at the earliest, since the last start failed (attempt " + failures + "): " + lastError);
        }
    }

    synchronized void failed(String error) {
        lastError = error;
        long pause = Math.min(FIRST.toNanos() << Math.min(failures, MAX_DOUBLINGS), LONGEST.toNanos());
        failures++;
        next = nanoTime.getAsLong() + pause;
    }

    synchronized void succeeded() {
        failures = 0;
    }
}
