import java.time.Instant;
import java.util.Optional;

/**
 * Which start is due now, and when the next one is.
 *
 * @param due the latest start that was missed; empty if there is none
 * @param next empty if there is none
 * @param reason {@link #SCHEDULED}, or why no Job starts, in one word
 */
record Plan(Optional<Instant> due, Optional<Instant> next, String reason, String message) {

    static final String SCHEDULED = "Scheduled";
    static final String SUSPENDED = "Suspended";

    /** More missed starts than this hint at a wrong clock or schedule, and would take long to count. */
    private static final int MOST_MISSED = 100;

    /**
     * Plans the starts of a CronJob.
     *
     * @param latest the time of the latest start, or of the creation if there was none yet
     */
    static Plan of(CronJob.Spec spec, Instant latest, Instant now) {
        if (spec.suspend()) {
            return none(SUSPENDED, "spec.suspend is true");
        }
        try {
            return of(Schedule.parse(spec.schedule(), spec.timeZone()), earliest(spec, latest, now), now);
        } catch (IllegalArgumentException e) {
            return none("InvalidSchedule", e.getMessage());
        }
    }

    /** Starts that are later than the deadline permits are not counted. */
    private static Instant earliest(CronJob.Spec spec, Instant latest, Instant now) {
        if (spec.startingDeadlineSeconds() == null) {
            return latest;
        }
        Instant deadline = now.minusSeconds(spec.startingDeadlineSeconds());
        return deadline.isAfter(latest) ? deadline : latest;
    }

    private static Plan of(Schedule schedule, Instant after, Instant now) {
        Optional<Instant> due = Optional.empty();
        Optional<Instant> next = schedule.next(after);
        for (int missed = 1; next.isPresent() && !next.get().isAfter(now); missed++) {
            if (missed > MOST_MISSED) {
                return none(
                        "TooManyMissedStarts",
                        "More than " + MOST_MISSED + " starts were missed since " + after
                                + "; set or decrease spec.startingDeadlineSeconds, or check the clocks");
            }
            due = next;
            next = schedule.next(next.get());
        }
        return due.isEmpty() && next.isEmpty()
                ? none("NeverStarts", "The schedule has no date that exists")
                : new Plan(due, next, SCHEDULED, "Jobs start at the times of the schedule");
    }

    private static Plan none(String reason, String message) {
        return new Plan(Optional.empty(), Optional.empty(), reason, message);
    }
}
