package io.hookline.hook.protocol;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A hook that could not be called, or did not return a valid answer. The message is for the controller's author. */
public final class HookException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final @Nullable Duration after;

    public HookException(String message) {
        this(message, (Throwable) null);
    }

    public HookException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.after = null;
    }

    /** A failure for which the hook may have requested the time of the next call. */
    public HookException(String message, Optional<Duration> after) {
        super(message);
        this.after = after.orElse(null);
    }

    /** The time until the next call, if the hook requested one; otherwise back-off applies. */
    public Optional<Duration> after() {
        return Optional.ofNullable(after);
    }
}
