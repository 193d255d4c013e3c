package io.hookline.reconcile;

import java.time.Duration;
import java.util.Optional;

/** How one reconcile ended, which is who acts next, and when. */
public sealed interface Outcome {

    /** All is as it should be: the next change wakes the key. */
    record AwaitChange() implements Outcome {}

    /** All is as it should be, and the key wants to be looked at again after a time. */
    record RequeueAfter(Duration delay) implements Outcome {}

    /** Not done, through nobody's failure: again at a known time, unless something wakes the key before. */
    record RetryAfter(Duration delay, String why) implements Outcome {}

    /** Not done, through nobody's failure: whoever it waits for wakes the key. */
    record Waiting(String why) implements Outcome {}

    /** Not done, through nobody's failure, and nobody knows when it will work: again with back-off. */
    record Retry(String why) implements Outcome {}

    /**
     * Failed: again after a time if somebody named one, else with back-off; and somebody should hear of it.
     *
     * @param after empty for back-off
     */
    record Failed(Throwable cause, Optional<Duration> after) implements Outcome {}

    /** Success; forgets earlier failures. */
    static Outcome awaitChange() {
        return new AwaitChange();
    }

    /** Success; forgets earlier failures, and looks again after a time. */
    static Outcome requeueAfter(Duration delay) {
        return new RequeueAfter(delay);
    }

    /**
     * Again after a time that somebody named, such as a hook with 429 and Retry-After; leaves the count of failures as it
     * is.
     */
    static Outcome retryAfter(Duration delay, String why) {
        return new RetryAfter(delay, why);
    }

    /** Not again before somebody adds the key, who has been asked to; leaves the count of failures as it is. */
    static Outcome waiting(String why) {
        return new Waiting(why);
    }

    /** Again with back-off; counts as a failure, but is nothing to report. */
    static Outcome retry(String why) {
        return new Retry(why);
    }

    /** Again with back-off; counts as a failure, and is reported. */
    static Outcome failed(Throwable cause) {
        return new Failed(cause, Optional.empty());
    }

    /**
     * A failure that is reported. With a time that somebody named, such as a hook with 503 and Retry-After, again after that,
     * and the count of failures stays as it is; without, as {@link #failed(Throwable)}.
     */
    static Outcome failed(Throwable cause, Optional<Duration> after) {
        return new Failed(cause, after);
    }
}
