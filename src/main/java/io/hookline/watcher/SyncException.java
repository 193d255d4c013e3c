package io.hookline.watcher;

import io.hookline.hook.HookException;
import java.io.Serial;
import java.time.Duration;
import java.util.Optional;

/** A sync that did not get through. The message reads top down, from what was tried to what went wrong. */
final class SyncException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    SyncException(String message) {
        super(message);
    }

    SyncException(String tried, Throwable cause) {
        super(tried + ": " + cause.getMessage(), cause);
    }

    /** When to try again, if a hook that failed said so. */
    Optional<Duration> after() {
        return getCause() instanceof HookException e ? e.after() : Optional.empty();
    }
}
