package io.hookline.watcher.model;

import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.DecodeException;
import java.io.Serial;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a sync, in one of the ways there are. The message starts with what was tried and ends with what went wrong. Immutable.
 */
public abstract sealed class SyncException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private SyncException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What went wrong, without the object and the hook, which {@link #hook} names; for people. */
    public String problem() {
        return String.valueOf(getMessage());
    }

    /** The type of the hook that failed; empty if no hook did. */
    public Optional<String> hook() {
        return Optional.empty();
    }

    /** The stack trace in the hook's code, or all that a program wrote about the failure; empty if it is not known here. */
    public Optional<String> detail() {
        return Optional.empty();
    }

    /** The version of the hook that has failed; empty if no hook did, or its version is not known. */
    public String hookVersion() {
        return "";
    }

    /** The message of the API server if it denied the request for lack of a right; not if a quota or an admission did. */
    public Optional<String> denied() {
        return Optional.empty();
    }

    /** The message about deletions that are held until a user allows them, if there are any. */
    public Optional<String> held() {
        return Optional.empty();
    }

    /** The delay before the retry, if a hook or the API server requested one. */
    public Optional<Duration> after() {
        return Optional.empty();
    }

    /** What is wanted or observed does not allow to go on; the message says why. */
    public static final class Refused extends SyncException {
        @Serial
        private static final long serialVersionUID = 1;

        public Refused(String message) {
            super(message, null);
        }
    }

    /** A kind that a controller names cannot be used. */
    public static final class UnusableKind extends SyncException {
        @Serial
        private static final long serialVersionUID = 1;

        /** Why a kind cannot be used. */
        public enum Why {
            /** The API server does not serve it. */
            NOT_SERVED,
            /** It is built in, but only a kind with a CRD can be used. */
            NO_DEFINITION
        }

        private final Why why;

        public UnusableKind(Why why, String message) {
            super(message, null);
            this.why = why;
        }

        /** Why it cannot be used. */
        public Why why() {
            return why;
        }
    }

    /** Deletions are held until a user allows them. */
    public static final class HeldDeletion extends SyncException {
        @Serial
        private static final long serialVersionUID = 1;

        public HeldDeletion(String message) {
            super(message, null);
        }

        @Override
        public Optional<String> held() {
            return Optional.of(problem());
        }
    }

    /** The API server did not do what was requested. */
    public static final class RequestFailed extends SyncException {
        @Serial
        private static final long serialVersionUID = 1;

        private final ClusterException failure;

        public RequestFailed(String tried, ClusterException cause) {
            super(tried + ": " + cause.getMessage(), cause);
            this.failure = cause;
        }

        /** A failure whose message already contains what was tried. */
        public RequestFailed(ClusterException cause) {
            super(cause.getMessage(), cause);
            this.failure = cause;
        }

        @Override
        public Optional<String> denied() {
            return failure instanceof ClusterException.Forbidden e && e.isOfMissingRight()
                    ? Optional.ofNullable(e.getMessage())
                    : Optional.empty();
        }

        @Override
        public Optional<Duration> after() {
            return failure.retryAfter();
        }
    }

    /** An object, or a part of an answer that the message names, cannot be read. */
    public static final class Unreadable extends SyncException {
        @Serial
        private static final long serialVersionUID = 1;

        private final String problem;

        public Unreadable(String tried, DecodeException cause) {
            super(tried + ": " + cause.getMessage(), cause);
            this.problem = tried + ": " + problemOf(cause);
        }

        @Override
        public String problem() {
            return problem;
        }
    }

    private static String problemOf(DecodeException cause) {
        return cause.place().path().isEmpty()
                ? "the answer of the hook: " + cause.problem()
                : String.valueOf(cause.getMessage());
    }

    /** A hook has failed, or its answer is not valid. */
    public static final class HookFailed extends SyncException {
        @Serial
        private static final long serialVersionUID = 1;

        private final String hook;
        private final String problem;
        private final @Nullable HookException failure;

        /**
         * The hook has not answered.
         *
         * @param tried in Metacontroller's words
         * @param hook the type of the hook, such as {@code sync}
         */
        public HookFailed(String tried, String hook, HookException cause) {
            super(tried + ": " + cause.getMessage(), cause);
            this.hook = hook;
            this.problem = cause.problem();
            this.failure = cause;
        }

        /** The answer of the hook is not valid. */
        public HookFailed(String tried, String hook, DecodeException cause) {
            super(tried + ": " + cause.getMessage(), cause);
            this.hook = hook;
            this.problem = problemOf(cause);
            this.failure = null;
        }

        @Override
        public String problem() {
            return problem;
        }

        @Override
        public Optional<String> hook() {
            return Optional.of(hook);
        }

        @Override
        public Optional<String> detail() {
            return failure == null ? Optional.empty() : failure.detail();
        }

        @Override
        public String hookVersion() {
            return failure == null ? "" : failure.version();
        }

        @Override
        public Optional<Duration> after() {
            return failure == null ? Optional.empty() : failure.after();
        }
    }

    /** Another failure, at a place that its message does not name. */
    public static final class Within extends SyncException {
        @Serial
        private static final long serialVersionUID = 1;

        private final SyncException failure;
        private final String problem;

        public Within(String place, SyncException cause) {
            super(place + ": " + cause.getMessage(), cause);
            this.failure = cause;
            this.problem = place + ": " + cause.problem();
        }

        @Override
        public String problem() {
            return problem;
        }

        @Override
        public Optional<String> hook() {
            return failure.hook();
        }

        @Override
        public Optional<String> detail() {
            return failure.detail();
        }

        @Override
        public String hookVersion() {
            return failure.hookVersion();
        }

        @Override
        public Optional<String> denied() {
            return failure.denied();
        }

        @Override
        public Optional<Duration> after() {
            return failure.after();
        }
    }

    /** Several failures as one, to be retried after the longest delay that one of them requested. */
    public static final class Several extends SyncException {
        @Serial
        private static final long serialVersionUID = 1;

        private final SyncException first;
        private final String problem;
        private final @Nullable String denied;
        private final @Nullable String held;
        private final @Nullable Duration after;

        /** @param failures at least one */
        public Several(String tried, SyncFailures failures) {
            super(
                    tried + joined(failures, Throwable::getMessage),
                    failures.kept().getFirst());
            this.first = failures.kept().getFirst();
            this.problem = joined(failures, SyncException::problem);
            this.denied = failures.denied().orElse(null);
            this.held = failures.held().orElse(null);
            this.after = failures.after().orElse(null);
        }

        /** @param failures at least one */
        public Several(String tried, List<SyncException> failures) {
            this(tried, SyncFailures.of(failures));
        }

        private static String joined(SyncFailures failures, Function<SyncException, @Nullable String> text) {
            String rest = failures.more() == 0 ? "" : "; and " + failures.more() + " more";
            return failures.kept().stream().map(text).collect(Collectors.joining("; ")) + rest;
        }

        @Override
        public String problem() {
            return problem;
        }

        @Override
        public Optional<String> hook() {
            return first.hook();
        }

        @Override
        public Optional<String> detail() {
            return first.detail();
        }

        @Override
        public String hookVersion() {
            return first.hookVersion();
        }

        @Override
        public Optional<String> denied() {
            return Optional.ofNullable(denied);
        }

        @Override
        public Optional<String> held() {
            return Optional.ofNullable(held);
        }

        @Override
        public Optional<Duration> after() {
            return Optional.ofNullable(after);
        }
    }
}
