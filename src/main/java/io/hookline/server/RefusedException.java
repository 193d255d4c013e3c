package io.hookline.server;

import java.io.Serial;

/** A call that was refused or timed out, although its request is valid. */
final class RefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int status;

    RefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The HTTP status of the response: 503 or 504. */
    int status() {
        return status;
    }
}
