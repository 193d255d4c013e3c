package io.hookline.election;

import io.hookline.object.HumanDuration;
import java.time.Duration;

/**
 * The times of an election. All watchers of one Lease should have the same.
 *
 * @param lease how long others wait after they saw the last renewal, in whole seconds as the Lease has them
 * @param renewDeadline how long after its last renewal a leader writes, and tries to renew
 * @param retry the time between two renewals, and between two attempts to become the leader
 */
public record ElectionTiming(Duration lease, Duration renewDeadline, Duration retry) {

    /** Those of Metacontroller. */
    public static final ElectionTiming DEFAULTS =
            new ElectionTiming(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    /** At least one renewal may fail before the deadline. */
    private static final double JITTER_FACTOR = 1.2;

    /**
     * Checks the times against each other, as Metacontroller does.
     *
     * @throws IllegalArgumentException with a message for the user
     */
    public ElectionTiming {
        if (lease.toSeconds() < 1 || lease.toNanosPart() != 0) {
            throw new IllegalArgumentException(
                    "the lease duration must be a number of whole seconds, was " + HumanDuration.text(lease));
        }
        if (!retry.isPositive()) {
            throw new IllegalArgumentException("the retry period must be positive, was " + HumanDuration.text(retry));
        }
        if (lease.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException("the lease duration " + HumanDuration.text(lease)
                    + " must be longer than the renew deadline " + HumanDuration.text(renewDeadline));
        }
        if (renewDeadline.toNanos() <= retry.toNanos() * JITTER_FACTOR) {
            throw new IllegalArgumentException("the renew deadline " + HumanDuration.text(renewDeadline)
                    + " must be longer than " + JITTER_FACTOR + " times the retry period " + HumanDuration.text(retry));
        }
    }
}
