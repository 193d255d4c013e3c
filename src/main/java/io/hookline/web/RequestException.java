package io.hookline.web;

import java.io.Serial;

/** A request whose body cannot be read; it is refused before a handler parses it. */
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

    /** The HTTP status of the response: 400, 413 or 415. */
    public int status() {
        return status;
    }

    /** The error, for the client. */
    public String problem() {
        return problem;
    }
}
