package io.hookline.watcher.condition;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a changed status of one controller is written: after a short time in which more changes may follow, and at most once
 * in ten seconds, or more seldom if the API server rejects it. A status that has become worse does not wait for these ten seconds;
 * the way back does, so that a controller which fails now and then is not written without end. Not thread-safe, except for
 * {@link #accepted}.
 */
final class StatusSchedule {

    /** A controller that starts changes several times at once: its caches, the first call of its hook. */
    static final Duration SETTLING = Duration.ofSeconds(1);

    /** The minimum time between two writes, also of a status that another client overwrites again and again. */
    static final Duration INTERVAL = Duration.ofSeconds(10);

    /** The interval is doubled so often at most: to about ten minutes. */
    private static final int MAX_DOUBLED = 6;

    private @Nullable Instant changed;
    private @Nullable Instant worsened;
    private @Nullable Instant written;
    private volatile int rejections;

    /**
     * The time to wait before a write of a status that differs from the stored one; empty to write now.
     *
     * @param starting whether the controller is still starting: then its next state is worth waiting for
     * @param worse whether the last status did not show that something is wrong. A failure that ends before the short time is over,
     *     such as a conflict whose retry succeeds, is not worth a write
     */
    Optional<Duration> delay(Instant now, boolean starting, boolean worse) {
        if (changed == null) {
            changed = now;
        }
        if (!worse) {
            worsened = null;
        } else if (worsened == null) {
            worsened = now;
        }
        Instant due = changed.plus(starting ? INTERVAL : SETTLING);
        Duration interval = INTERVAL.multipliedBy(1L << Math.min(rejections, MAX_DOUBLED));
        if (written != null && due.isBefore(written.plus(interval))) {
            due = written.plus(interval);
        }
        if (worsened != null && rejections == 0 && worsened.plus(SETTLING).isBefore(due)) {
            due = worsened.plus(SETTLING);
        }
        return now.isBefore(due) ? Optional.of(Duration.between(now, due)) : Optional.empty();
    }

    /** The stored status is the wanted one. */
    void unchanged() {
        changed = null;
        worsened = null;
    }

    /** A write was sent. */
    void written(Instant now) {
        written = now;
        changed = null;
        worsened = null;
    }

    /** The API server rejected the last write, and probably will reject the next one; returns how often in a row. */
    int rejected() {
        int now = rejections + 1;
        rejections = now;
        return now;
    }

    /** The next write may be accepted. For any thread. */
    void accepted() {
        rejections = 0;
    }
}
