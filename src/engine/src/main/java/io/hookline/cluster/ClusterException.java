package io.hookline.cluster;

import io.hookline.object.SecretValues;
import java.io.Serial;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
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
    private final transient List<Detail> details;

    private ClusterException(int code, String reason, String message, @Nullable Throwable cause) {
        this(code, reason, message, List.of(), cause);
    }

    private ClusterException(int code, String reason, String message, List<Detail> details, @Nullable Throwable cause) {
        super(SecretValues.hiddenIn(message), cause);
        this.code = code;
        this.reason = reason;
        this.details = List.copyOf(details);
    }

    /**
     * One of the {@code details.causes} of a {@code Status}: what decisions are made by, since messages are for people.
     *
     * @param reason such as {@code FieldManagerConflict}
     * @param field such as {@code metadata.uid}; empty if it is about no field
     */
    public record Detail(String reason, String message, String field) {

        /** Another manager owns a field. */
        public static final String FIELD_MANAGER_CONFLICT = "FieldManagerConflict";

        private static final String NAMESPACE_TERMINATING = "NamespaceTerminating";

        /** An object cannot be created, since its namespace is being deleted. */
        public static Detail namespaceTerminating(String namespace) {
            return new Detail(
                    NAMESPACE_TERMINATING, "namespace " + namespace + " is being terminated", "metadata.namespace");
        }
    }

    /** The causes that the server named, in its order; often none. */
    public final List<Detail> details() {
        return details;
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

        /** Whether an object cannot be created since its namespace does not exist: no detail tells that. */
        public boolean isOfNamespace(String name) {
            return ("namespaces \"" + name + "\" not found").equals(getMessage());
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

    /** The object changed meanwhile, or its uid is another one: read it again. */
    public static sealed class Conflict extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Conflict(String message) {
            this(message, List.of());
        }

        private Conflict(String message, List<Detail> details) {
            super(409, "Conflict", message, details, null);
        }
    }

    /** An apply would change fields that other managers own, which {@link #details} name. */
    public static final class FieldConflict extends Conflict {
        @Serial
        private static final long serialVersionUID = 1;

        public FieldConflict(String message, List<Detail> details) {
            super(message, details);
        }
    }

    /** The object violates its schema or a rule of the server: its author must act. */
    public static final class Invalid extends ClusterException {
        @Serial
        private static final long serialVersionUID = 1;

        public Invalid(String message) {
            this(message, List.of());
        }

        public Invalid(String message, List<Detail> details) {
            super(422, "Invalid", message, details, null);
        }

        /** Whether one of the details is about a field, such as {@code metadata.uid}. */
        public boolean isAbout(String field) {
            return details().stream().anyMatch(detail -> detail.field().equals(field));
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

        /** How the API server words it: user, verb and resource. */
        private static final Predicate<String> MISSING_RIGHT =
                Pattern.compile("User \".*\" cannot \\w+ ").asPredicate();

        public Forbidden(String message) {
            this(message, List.of());
        }

        public Forbidden(String message, List<Detail> details) {
            super(403, "Forbidden", message, details, null);
        }

        /** Whether the namespace of the object is being deleted, so that nobody can act. */
        public boolean isOfTerminatingNamespace() {
            return details().stream().anyMatch(detail -> detail.reason().equals(Detail.NAMESPACE_TERMINATING));
        }

        /** Whether a right is missing, not if a quota or an admission refused the request: no detail tells that. */
        public boolean isOfMissingRight() {
            return MISSING_RIGHT.test(String.valueOf(getMessage()));
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
            this(code, message, List.of(), null);
        }

        /** A failure with the delay before a retry that the server requested, if any. */
        public Unavailable(int code, String message, @Nullable Duration after) {
            this(code, message, List.of(), after);
        }

        /** A failure whose cause the server names. */
        public Unavailable(int code, String message, Detail cause) {
            this(code, message, List.of(cause), null);
        }

        private Unavailable(int code, String message, List<Detail> details, @Nullable Duration after) {
            super(
                    code,
                    code == 503 ? "ServiceUnavailable" : code == 504 ? "Timeout" : "InternalError",
                    message,
                    details,
                    null);
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
