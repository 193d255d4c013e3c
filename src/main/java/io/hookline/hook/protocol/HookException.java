package io.hookline.hook.protocol;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A hook that could not be asked, or gave no usable answer. The message is for the author of the controller. */
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

    /** With the hook's word on when to ask again. */
    public HookException(String message, Optional<Duration> after) {
        super(message);
        this.after = after.orElse(null);
    }

    /** When to ask again, if the hook said so; otherwise back-off applies. */
    public Optional<Duration> after() {
        return Optional.ofNullable(after);
    }
}
