package io.hookline.web;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request whose body cannot be read; it is refused before a handler parses it. */
public final class RequestException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int status;
    private final String problem;
    private final @Nullable Duration retryAfter;

    RequestException(int status, String message) {
        this(status, message, null);
    }

    private RequestException(int status, String message, @Nullable Duration retryAfter) {
        super(message);
        this.status = status;
        this.problem = message;
        this.retryAfter = retryAfter;
    }

    /** A request that can be sent again later. */
    static RequestException unavailable(String message, Duration retryAfter) {
        return new RequestException(503, message, retryAfter);
    }

    /** The HTTP status of the response: 400, 408, 413, 415 or 503. */
    public int status() {
        return status;
    }

    /** The error, for the client. */
    public String problem() {
        return problem;
    }

    /** When the client should send the request again, for the header {@code Retry-After}. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
