package io.hookline.web;

import java.io.Serial;

/** A request that is refused before anybody looked at what it says. */
public final class RequestException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int status;
    private final String problem;

    RequestException(int status, String message) {
        super(message);
        this.status = status;
        this.problem = message;
    }

    /** The HTTP status to answer: 400, 413 or 415. */
    public int status() {
        return status;
    }

    /** What is wrong, for the client. */
    public String problem() {
        return problem;
    }
}
