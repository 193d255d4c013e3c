package io.hookline.reconcile;

import java.time.Duration;
import java.util.Optional;

/** How one reconcile ended, and when the next one is due. */
public sealed interface Outcome {

    /** Success: the next change adds the key. */
    record AwaitChange() implements Outcome {}

    /** Success: the key is reconciled again after a delay. */
    record RequeueAfter(Duration delay) implements Outcome {}

    /** Not done, without a failure: retried after a known delay, unless a change adds the key before. */
    record RetryAfter(Duration delay, String why) implements Outcome {}

    /** Not done, without a failure: not retried, since the component that it waits for adds the key. */
    record Waiting(String why) implements Outcome {}

    /** Not done, without a failure, and the right delay is not known: retried with back-off. */
    record Retry(String why) implements Outcome {}

    /**
     * Failed: reported, and retried after a given delay, else with back-off.
     *
     * @param after the delay that a hook or the API server requested; empty for back-off
     */
    record Failed(Throwable cause, Optional<Duration> after) implements Outcome {}

    /** Success; resets the failure count. */
    static Outcome awaitChange() {
        return new AwaitChange();
    }

    /** Success; resets the failure count, and reconciles again after a delay. */
    static Outcome requeueAfter(Duration delay) {
        return new RequeueAfter(delay);
    }

    /**
     * Retries after a delay that was requested, such as by a hook with 429 and Retry-After. Does not change the failure
     * count.
     */
    static Outcome retryAfter(Duration delay, String why) {
        return new RetryAfter(delay, why);
    }

    /** Does not retry, since the component that it waits for adds the key; does not change the failure count. */
    static Outcome waiting(String why) {
        return new Waiting(why);
    }

    /** Retries with back-off; counts as a failure, but is not reported. */
    static Outcome retry(String why) {
        return new Retry(why);
    }

    /** Retries with back-off; counts as a failure, and is reported. */
    static Outcome failed(Throwable cause) {
        return new Failed(cause, Optional.empty());
    }

    /**
     * A failure that is reported. If a delay was requested, such as by a hook with 503 and Retry-After, it is retried after that
     * delay and the failure count does not change; otherwise as {@link #failed(Throwable)}.
     */
    static Outcome failed(Throwable cause, Optional<Duration> after) {
        return new Failed(cause, after);
    }
}
