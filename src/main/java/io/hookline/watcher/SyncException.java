package io.hookline.watcher;

import java.io.Serial;

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
}
