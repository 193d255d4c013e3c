package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/** Counts the keys of a queue and measures how long they wait. For one use; not thread-safe. */
final class QueueSurvey<K> {

    private final Predicate<K> which;
    private final Instant now;
    private int waiting;
    private Duration oldest = Duration.ZERO;
    private int processing;
    private Duration unfinished = Duration.ZERO;
    private Duration longest = Duration.ZERO;

    /** @param which selects the keys that count */
    QueueSurvey(Predicate<K> which, Instant now) {
        this.which = which;
        this.now = now;
    }

    void waiting(K key, Pending pending) {
        if (which.test(key)) {
            waiting++;
            oldest = longer(oldest, pending.since());
        }
    }

    void processing(K key, ProcessingSet.Work work) {
        Pending again = work.again;
        if (again != null) {
            waiting(key, again);
        }
        if (which.test(key)) {
            processing++;
            unfinished = unfinished.plus(Duration.between(work.since, now));
            longest = longer(longest, work.since);
        }
    }

    private Duration longer(Duration known, Instant since) {
        Duration other = Duration.between(since, now);
        return known.compareTo(other) >= 0 ? known : other;
    }

    QueueState state() {
        return new QueueState(waiting, oldest, processing, unfinished, longest);
    }
}
