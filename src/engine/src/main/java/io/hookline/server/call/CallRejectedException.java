package io.hookline.server.call;

import java.io.Serial;

/** A call that was refused or timed out, although its request is valid. */
public final class CallRejectedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int status;
    private final boolean reloaded;

    public CallRejectedException(int status, String message) {
        this(status, message, false);
    }

    private CallRejectedException(int status, String message, boolean reloaded) {
        super(message);
        this.status = status;
        this.reloaded = reloaded;
    }

    /** A call of a version of a hook that was replaced while it ran. */
    public static CallRejectedException reloaded(String hook) {
        return new CallRejectedException(503, "hook " + hook + " was reloaded during the call; call it again", true);
    }

    /** Whether the hook was replaced during the call, so that its new version must be called. */
    public boolean isReloaded() {
        return reloaded;
    }

    /** The HTTP status of the response: 503 or 504. */
    public int status() {
        return status;
    }
}
