package io.hookline.queue;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** Why and since when a key waits. */
record Pending(Priority priority, Set<String> causes, Instant since) {

    /** More causes than this explain nothing any more, and a stormy key must not grow. */
    private static final int MOST_CAUSES = 8;

    static Pending of(Priority priority, String cause, Instant since) {
        return new Pending(priority, Set.of(cause), since);
    }

    /** Both as one: the more urgent of the two, waiting since the first of them. */
    Pending and(Pending later) {
        Priority urgent = priority.compareTo(later.priority) <= 0 ? priority : later.priority;
        Set<String> all = union(later.causes);
        return urgent == priority && all.equals(causes) ? this : new Pending(urgent, all, since);
    }

    /** The same, waiting since another time. */
    Pending from(Instant time) {
        return new Pending(priority, causes, time);
    }

    private Set<String> union(Set<String> others) {
        if (causes.size() >= MOST_CAUSES || causes.containsAll(others)) {
            return causes;
        }
        LinkedHashSet<String> all = new LinkedHashSet<>(causes);
        others.stream().limit(MOST_CAUSES).forEach(all::add);
        while (all.size() > MOST_CAUSES) {
            all.removeLast();
        }
        return Collections.unmodifiableSet(all);
    }
}
