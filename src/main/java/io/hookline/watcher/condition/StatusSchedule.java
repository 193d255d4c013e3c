package io.hookline.watcher.condition;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a changed status of one controller is written: after a short time in which more changes may follow, and at most once
 * in ten seconds. Not thread-safe.
 */
final class StatusSchedule {

    /** A controller that starts changes several times at once: its caches, the first call of its hook. */
    static final Duration SETTLING = Duration.ofSeconds(1);

    /** The minimum time between two writes, also of a status that another client overwrites again and again. */
    static final Duration INTERVAL = Duration.ofSeconds(10);

    private @Nullable Instant changed;
    private @Nullable Instant written;

    /**
     * The time to wait before a write of a status that differs from the stored one; empty to write now.
     *
     * @param starting whether the controller is still starting: then its next state is worth waiting for
     */
    Optional<Duration> delay(Instant now, boolean starting) {
        if (changed == null) {
            changed = now;
        }
        Instant due = changed.plus(starting ? INTERVAL : SETTLING);
        if (written != null && due.isBefore(written.plus(INTERVAL))) {
            due = written.plus(INTERVAL);
        }
        return now.isBefore(due) ? Optional.of(Duration.between(now, due)) : Optional.empty();
    }

    /** The stored status is the wanted one. */
    void unchanged() {
        changed = null;
    }

    /** A write was sent. */
    void written(Instant now) {
        written = now;
        changed = null;
    }
}
