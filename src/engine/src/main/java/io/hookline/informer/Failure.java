package io.hookline.informer;

import io.hookline.cluster.ClusterException;
import io.hookline.informer.Recovery.Cause;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A failed request or watch.
 *
 * @param message for users
 * @param after the delay before a retry that the server requested, if any
 * @param denied whether a right is missing
 * @param bug the exception, if it is unexpected
 */
record Failure(
        Cause cause,
        String message,
        Optional<Duration> after,
        boolean denied,
        @Nullable Throwable bug) {

    /** The failure of a call that threw an exception. */
    static Failure of(Throwable thrown) {
        Cause cause = Cause.of(thrown);
        Optional<Duration> after = switch (thrown) {
            case ClusterException.TooManyRequests busy -> busy.after();
            case ClusterException.Unavailable down -> down.after();
            default -> Optional.empty();
        };
        return new Failure(
                cause,
                String.valueOf(thrown.getMessage()),
                after,
                thrown instanceof ClusterException.Forbidden,
                cause == Cause.BUG ? thrown : null);
    }

    /** The failure of a watch that broke its protocol. */
    static Failure of(Cause cause, String message) {
        return new Failure(cause, message, Optional.empty(), false, null);
    }
}
