package io.hookline.watcher.model;

import java.io.Serial;

/** A hook was not called, since another process may be the leader now. No failure of the hook: nobody needs to hear of it. */
public final class NotLeaderException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public static final String MESSAGE = "this process is not the leader";

    public NotLeaderException() {
        super(MESSAGE, null, false, false);
    }
}
