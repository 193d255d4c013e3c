package io.hookline.trace;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long the stages of one sync took. The stages from {@code claim} on have the names of their metrics.
 *
 * @param watch from the arrival of the event until the key was queued; null if no event caused the sync, or an earlier attempt did
 *     not complete it
 * @param earlier from the arrival of the event until the key was queued again after earlier attempts; null for the first attempt
 * @param queue until a worker took the key
 * @param claim until the hook was called; null if it was not called
 * @param hook until the hook answered; null if it was not called
 * @param apply until the last write was done; null if the hook was not called
 * @param total from the arrival of the event, otherwise from when the key was queued, to the end
 */
public record Stages(
        @Nullable Duration watch,
        @Nullable Duration earlier,
        Duration queue,
        @Nullable Duration claim,
        @Nullable Duration hook,
        @Nullable Duration apply,
        Duration total) {

    static Stages of(
            @Nullable Instant arrived,
            boolean continued,
            Instant queued,
            Instant taken,
            @Nullable Instant called,
            @Nullable Instant answered,
            Instant end) {
        // A key may have waited for another reason already when the event arrived.
        Instant start = arrived == null || arrived.isAfter(queued) ? queued : arrived;
        Duration before = Duration.between(start, queued);
        return new Stages(
                arrived == null || continued ? null : before,
                continued ? before : null,
                Duration.between(queued, taken),
                called == null ? null : Duration.between(taken, called),
                called == null || answered == null ? null : Duration.between(called, answered),
                answered == null ? null : Duration.between(answered, end),
                Duration.between(start, end));
    }
}
