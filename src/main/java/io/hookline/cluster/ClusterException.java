package io.hookline.cluster;

import io.hookline.object.SecretValues;
import java.io.Serial;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to the cluster that failed. Each subclass names who can act next: catch those that you can handle, and let
 * the others propagate to the one place that decides about retries.
 */
public abstract sealed class ClusterException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int code;
    private final String reason;

    private ClusterException(int code, String reason, String message, @Nullable Throwable cause) {
        super(SecretValues.hiddenIn(message), cause);
        this.code = code;
        this.reason = reason;
    }

    /** The HTTP status code of this failure; 0 if there was no response. */
    public final int code() {
        return code;
    }

    /** The reason in a {@code Status} object, such as {@code NotFound}; empty if there was no response. */
    public final String reason() {
        return reason;
    }

    /** The delay before a retry that the server requested, if any. */
    public final Optional<Duration> retryAfter() {
        return switch (this) {
            case TooManyRequests e -> e.after();
            case Unavailable e -> e.after();
            default -> Optional.empty();
        };
    }

    /** The object or the resource does not exist. */
    public static final class NotFound extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public NotFound(String message) {
            super(404, "NotFound", message, null);
        }
    }

    /** An object of that name exists already. */
    public static final class AlreadyExists extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public AlreadyExists(String message) {
            super(409, "AlreadyExists", message, null);
        }
    }

    /** The object changed meanwhile, its uid is another one, or another manager owns the fields: read it again. */
    public static final class Conflict extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Conflict(String message) {
            super(409, "Conflict", message, null);
        }
    }

    /** The object violates its schema or a rule of the server: its author must act. */
    public static final class Invalid extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Invalid(String message) {
            super(422, "Invalid", message, null);
        }
    }

    /** The server cannot process the request itself (400, 405, 415 and similar): its author must act. */
    public static final class BadRequest extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public BadRequest(String message) {
            this(400, "BadRequest", message);
        }

        /** A failure with exactly the code and reason that the server sent. */
        public BadRequest(int code, String reason, String message) {
            super(code, reason, message, null);
        }
    }

    /** The client's user lacks a permission: the cluster's administrator must act. */
    public static final class Forbidden extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Forbidden(String message) {
            super(403, "Forbidden", message, null);
        }
    }

    /** The server does not accept the client's credential. */
    public static final class Unauthorized extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Unauthorized(String message) {
            super(401, "Unauthorized", message, null);
        }
    }

    /** The requested version or continue token is too old: list again. */
    public static final class Expired extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Expired(String message) {
            super(410, "Expired", message, null);
        }
    }

    /** The server limits the rate of requests: retry later. */
    public static final class TooManyRequests extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        private final @Nullable Duration after;

        public TooManyRequests(String message, @Nullable Duration after) {
            super(429, "TooManyRequests", message, null);
            this.after = after;
        }

        /** The delay before a retry that the server requested, if any. */
        public Optional<Duration> after() {
            return Optional.ofNullable(after);
        }
    }

    /** The object is larger than the server accepts: its author must act. */
    public static final class TooLarge extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public TooLarge(String message) {
            super(413, "RequestEntityTooLarge", message, null);
        }
    }

    /** The server cannot process the request now (500, 503, 504 and similar): retry later. */
    public static final class Unavailable extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        private final @Nullable Duration after;

        public Unavailable(int code, String message) {
            this(code, message, null);
        }

        /** A failure with the delay before a retry that the server requested, if any. */
        public Unavailable(int code, String message, @Nullable Duration after) {
            super(code, code == 503 ? "ServiceUnavailable" : code == 504 ? "Timeout" : "InternalError", message, null);
            this.after = after;
        }

        /** The delay before a retry that the server requested, if any. */
        public Optional<Duration> after() {
            return Optional.ofNullable(after);
        }
    }

    /** No response came, and nothing was written: the request was not sent, or was a read. Retry later. */
    public static final class Unreachable extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Unreachable(String message, @Nullable Throwable cause) {
            super(0, "", message, cause);
        }

        /** Whether no connection was made: nothing listens there, or the address is unknown or has no route. */
        public boolean isRefused() {
            for (Throwable e = getCause(); e != null; e = e.getCause()) {
                if (e instanceof ConnectException
                        || e instanceof NoRouteToHostException
                        || e instanceof UnknownHostException) {
                    return true;
                }
            }
            return false;
        }
    }

    /** A write was sent and no response came: the server may or may not have executed it. */
    public static final class OutcomeUnknown extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public OutcomeUnknown(String message, @Nullable Throwable cause) {
            super(0, "", message, cause);
        }
    }
}
