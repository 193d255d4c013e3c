package io.hookline.queue;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** The priority of a waiting key, why it was added, and since when it waits. */
record Pending(Priority priority, Set<String> causes, Instant since) {

    /** Further causes would explain nothing, and the causes of a key that changes often must not take unlimited memory. */
    private static final int MAX_CAUSES = 8;

    static Pending of(Priority priority, String cause, Instant since) {
        return new Pending(priority, Set.of(cause), since);
    }

    /** Merges both: the more urgent priority, the causes of both, and the earlier time. */
    Pending and(Pending later) {
        Priority urgent = priority.compareTo(later.priority) <= 0 ? priority : later.priority;
        Set<String> all = union(later.causes);
        return urgent == priority && all.equals(causes) ? this : new Pending(urgent, all, since);
    }

    /** Copies this with another time since which the key waits. */
    Pending from(Instant time) {
        return new Pending(priority, causes, time);
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
