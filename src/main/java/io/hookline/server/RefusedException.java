package io.hookline.server;

import java.io.Serial;

/** A call that was not answered, for a reason that is no fault of its request. */
final class RefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int status;

    RefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The HTTP status to answer: 503 or 504. */
    int status() {
        return status;
    }
}
