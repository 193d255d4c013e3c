package io.hookline.queue;

import io.hookline.trace.Cause;
import io.hookline.trace.Causes;
import io.hookline.trace.ObservedChange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The priority of a waiting key, why it was added, and since when it waits.
 *
 * @param change the first change for which it was added; null if it was added for other reasons only
 */
record Pending(
        Priority priority,
        Causes causes,
        Instant since,
        @Nullable ObservedChange change) {

    static Pending of(Priority priority, Cause cause, Instant since) {
        return new Pending(priority, Causes.of(cause), since, ObservedChange.current());
    }

    /** Merges both: the more urgent priority, the causes of both, and the earlier time. */
    Pending and(Pending later) {
        Priority urgent = priority.compareTo(later.priority) <= 0 ? priority : later.priority;
        Causes all = causes.and(later.causes);
        boolean sameChange = change != null || later.change == null;
        return urgent == priority && all.equals(causes) && sameChange
                ? this
                : new Pending(urgent, all, since, change == null ? later.change : change);
    }

    /** Copies this with another time since which the key waits. */
    Pending from(Instant time) {
        return new Pending(priority, causes, time, change);
    }
}
