package io.hookline.cluster;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to the cluster that did not do what was asked. Each kind says who can act next: catch the kinds you have an
 * answer for, let the rest go up to the one place that decides about retries.
 */
public abstract sealed class ClusterException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int code;
    private final String reason;

    private ClusterException(int code, String reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.reason = reason;
    }

    /** The HTTP status code that stands for this failure; 0 when there was no answer. */
    public final int code() {
        return code;
    }

    /** The reason in a {@code Status} object, such as {@code NotFound}; empty when there was no answer. */
    public final String reason() {
        return reason;
    }

    /** When the server wants to be asked again, if it said so. */
    public final Optional<Duration> retryAfter() {
        return switch (this) {
            case TooManyRequests e -> e.after();
            case Unavailable e -> e.after();
            default -> Optional.empty();
        };
    }

    /** There is no such object or resource. */
    public static final class NotFound extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public NotFound(String message) {
            super(404, "NotFound", message, null);
        }
    }

    /** An object of that name exists. */
    public static final class AlreadyExists extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public AlreadyExists(String message) {
            super(409, "AlreadyExists", message, null);
        }
    }

    /** The object changed meanwhile, is another one than expected, or another manager owns the fields: read again. */
    public static final class Conflict extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Conflict(String message) {
            super(409, "Conflict", message, null);
        }
    }

    /** The object breaks its schema or a rule of the server: its author must act. */
    public static final class Invalid extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Invalid(String message) {
            super(422, "Invalid", message, null);
        }
    }

    /** The request itself makes no sense to the server (400, 405, 415 and their like): its author must act. */
    public static final class BadRequest extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public BadRequest(String message) {
            this(400, "BadRequest", message);
        }

        /** With the very code and reason of the server. */
        public BadRequest(int code, String reason, String message) {
            super(code, reason, message, null);
        }
    }

    /** We may not do that: the cluster's administrator must act. */
    public static final class Forbidden extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Forbidden(String message) {
            super(403, "Forbidden", message, null);
        }
    }

    /** The server does not know who we are. */
    public static final class Unauthorized extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Unauthorized(String message) {
            super(401, "Unauthorized", message, null);
        }
    }

    /** The version or continue token asked for is too old: list again. */
    public static final class Expired extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Expired(String message) {
            super(410, "Expired", message, null);
        }
    }

    /** The server wants us to slow down. */
    public static final class TooManyRequests extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        private final @Nullable Duration after;

        public TooManyRequests(String message, @Nullable Duration after) {
            super(429, "TooManyRequests", message, null);
            this.after = after;
        }

        /** When to come back, if the server said so. */
        public Optional<Duration> after() {
            return Optional.ofNullable(after);
        }
    }

    /** The object is larger than the server takes: its author must act. */
    public static final class TooLarge extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public TooLarge(String message) {
            super(413, "RequestEntityTooLarge", message, null);
        }
    }

    /** The server answered that it cannot now (500, 503, 504 and their like): later. */
    public static final class Unavailable extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        private final @Nullable Duration after;

        public Unavailable(int code, String message) {
            this(code, message, null);
        }

        /** With the time after which the server wants to be asked again, if it said so. */
        public Unavailable(int code, String message, @Nullable Duration after) {
            super(code, code == 503 ? "ServiceUnavailable" : code == 504 ? "Timeout" : "InternalError", message, null);
            this.after = after;
        }

        /** When to come back, if the server said so. */
        public Optional<Duration> after() {
            return Optional.ofNullable(after);
        }
    }

    /** Nothing was sent, or it was only a read, and no answer came: later. */
    public static final class Unreachable extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Unreachable(String message, @Nullable Throwable cause) {
            super(0, "", message, cause);
        }
    }

    /** A write was sent and no answer came: it may or may not have happened. */
    public static final class OutcomeUnknown extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public OutcomeUnknown(String message, @Nullable Throwable cause) {
            super(0, "", message, cause);
        }
    }
}
