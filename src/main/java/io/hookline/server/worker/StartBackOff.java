package io.hookline.server.worker;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.HumanDuration;
import io.hookline.server.call.CallRejectedException;
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
    private boolean tookTooLong;

    StartBackOff(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Does nothing if another start may begin.
     *
     * @throws HookException if it is too early, since the script failed
     * @throws CallRejectedException with 503 if it is too early, since a start took too long: on a busy machine, no script is wrong
     */
    synchronized void check(String hook) {
        long left = next - nanoTime.getAsLong();
        if (failures > 0 && left > 0) {
            String message = "the next worker of " + hook + " starts in " + HumanDuration.text(Duration.ofNanos(left))
                    + " at the earliest, since the last start failed (attempt " + failures + "): " + lastError;
            throw tookTooLong ? new CallRejectedException(503, message) : new HookException(message);
        }
    }

    /** @param late whether the script was still being loaded when its time was over */
    synchronized void failed(String error, boolean late) {
        lastError = error;
        tookTooLong = late;
        long pause = Math.min(FIRST.toNanos() << Math.min(failures, MAX_DOUBLINGS), LONGEST.toNanos());
        failures++;
        next = nanoTime.getAsLong() + pause;
    }

    synchronized void succeeded() {
        failures = 0;
    }
}
