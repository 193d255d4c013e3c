package io.hookline.election;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process may write now, and for how long. It may after a successful renewal, for the renew deadline from the moment
 * when that renewal was sent. Others wait longer, for the lease duration from the moment when they saw it, so that no write of
 * this process can be in flight when another becomes the leader. Thread-safe.
 */
public final class Fence {

    /** A time that never ends. */
    private static final Duration UNLIMITED = Duration.ofDays(365);

    private record Term(ElectionClock.Reading end, boolean open) {}

    private final ElectionClock clock;
    private volatile @Nullable Term term;

    /** A fence that lets no write through. */
    public Fence(ElectionClock clock) {
        this.clock = clock;
    }

    /** How long writes may take from now on; zero or less if none may be sent. */
    public Duration writeTime() {
        Term current = term;
        return current == null || !current.open() ? Duration.ZERO : clock.untilByBoth(current.end());
    }

    /**
     * How long a renewal or the release of the Lease may take from now on; zero or less after the deadline. The time of day does not
     * count, since the API server refuses a renewal if another process has taken the Lease.
     */
    public Duration renewalTime() {
        Term current = term;
        return current == null ? UNLIMITED : clock.until(current.end());
    }

    /** Whether a write may be sent now. */
    public boolean isOpen() {
        return writeTime().isPositive();
    }

    /** Lets writes through until this time after a reading. */
    void open(ElectionClock.Reading sent, Duration deadline) {
        term = new Term(sent.plus(deadline), true);
    }

    /** Lets no write through any more. */
    void close() {
        Term current = term;
        if (current != null) {
            term = new Term(current.end(), false);
        }
    }
}
