package io.hookline.queue;

import io.hookline.trace.ObservedChange;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The priority of a waiting key, why it was added, and since when it waits.
 *
 * @param change the first change for which it was added; null if it was added for other reasons only
 */
record Pending(
        Priority priority,
        Set<String> causes,
        Instant since,
        @Nullable ObservedChange change) {

    /** Further causes would explain nothing, and the causes of a key that changes often must not take unlimited memory. */
    private static final int MAX_CAUSES = 8;

    static Pending of(Priority priority, String cause, Instant since) {
        return new Pending(priority, Set.of(cause), since, ObservedChange.current());
    }

    /** Merges both: the more urgent priority, the causes of both, and the earlier time. */
    Pending and(Pending later) {
        Priority urgent = priority.compareTo(later.priority) <= 0 ? priority : later.priority;
        Set<String> all = union(later.causes);
        boolean sameChange = change != null || later.change == null;
        return urgent == priority && all.equals(causes) && sameChange
                ? this
                : new Pending(urgent, all, since, change == null ? later.change : change);
    }

    /** Copies this with another time since which the key waits. */
    Pending from(Instant time) {
        return new Pending(priority, causes, time, change);
    }

    private Set<String> union(Set<String> others) {
        if (causes.size() >= MAX_CAUSES || causes.containsAll(others)) {
            return causes;
        }
        LinkedHashSet<String> all = new LinkedHashSet<>(causes);
        others.stream().limit(MAX_CAUSES).forEach(all::add);
        while (all.size() > MAX_CAUSES) {
            all.removeLast();
        }
        return Collections.unmodifiableSet(all);
    }
}
