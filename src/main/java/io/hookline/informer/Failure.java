package io.hookline.informer;

import io.hookline.cluster.ClusterException;
import io.hookline.informer.Recovery.Cause;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that failed.
 *
 * @param message for people
 * @param after when the server wants to be called again, if it says so
 * @param bug what was thrown, if nobody expects it
 */
record Failure(
        Cause cause,
        String message,
        Optional<Duration> after,
        @Nullable Throwable bug) {

    /** A call that threw. */
    static Failure of(Throwable thrown) {
        Cause cause = Cause.of(thrown);
        Optional<Duration> after = switch (thrown) {
            case ClusterException.TooManyRequests busy -> busy.after();
            case ClusterException.Unavailable down -> down.after();
            default -> Optional.empty();
        };
        return new Failure(cause, String.valueOf(thrown.getMessage()), after, cause == Cause.BUG ? thrown : null);
    }

    /** A watch that did not go as a watch does. */
    static Failure of(Cause cause, String message) {
        return new Failure(cause, message, Optional.empty(), null);
    }
}
