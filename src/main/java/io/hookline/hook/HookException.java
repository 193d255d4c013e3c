package io.hookline.hook;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A hook that could not be asked, or gave no usable answer. The message is for the author of the controller. */
public final class HookException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public HookException(String message) {
        super(message);
    }

    public HookException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
