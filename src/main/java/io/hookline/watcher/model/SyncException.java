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

/** The failure of a sync. The message starts with what was tried and ends with what went wrong. */
public final class SyncException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final @Nullable Duration after;
    private final String problem;
    private final @Nullable String hook;
    private final @Nullable String denied;

    private final @Nullable KindProblem kind;
    private final @Nullable String held;

    /** Why a kind that a controller names cannot be used. */
    public enum KindProblem {
        /** The API server does not serve it. */
        NOT_SERVED,
        /** It is built in, but only a kind with a CRD can be used. */
        NO_DEFINITION
    }

    public SyncException(String message) {
        this(message, null, null);
    }

    private SyncException(String message, @Nullable KindProblem kind, @Nullable String held) {
        super(message);
        this.kind = kind;
        this.held = held;
        this.denied = null;
        this.after = null;
        this.problem = message;
        this.hook = null;
    }

    /** A kind that a controller names cannot be used. */
    public static SyncException ofKind(KindProblem problem, String message) {
        return new SyncException(message, problem, null);
    }

    /** Deletions are held until a user allows them. */
    public static SyncException ofHeldDeletion(String message) {
        return new SyncException(message, null, message);
    }

    public SyncException(String tried, Throwable cause) {
        this(tried, cause, tried + ": " + problemOf(cause), hookOf(cause));
    }

    private SyncException(String tried, Throwable cause, String problem, @Nullable String hook) {
        super(tried + ": " + cause.getMessage(), cause);
        this.kind = null;
        this.held = null;
        this.denied = denied(cause).orElse(null);
        this.after = after(cause).orElse(null);
        this.problem = problem;
        this.hook = hook;
    }

    /**
     * The failure of a hook.
     *
     * @param tried in Metacontroller's words
     * @param hook the type of the hook, such as {@code sync}
     */
    public static SyncException ofHook(String tried, String hook, Throwable cause) {
        return new SyncException(tried, cause, problemOf(cause), hook);
    }

    /** A failure whose message already contains what was tried. */
    public SyncException(ClusterException cause) {
        super(cause.getMessage(), cause);
        this.kind = null;
        this.held = null;
        this.denied = denied(cause).orElse(null);
        this.after = cause.retryAfter().orElse(null);
        this.problem = String.valueOf(cause.getMessage());
        this.hook = null;
    }

    private SyncException(String tried, SyncFailures causes) {
        super(tried + joined(causes, Throwable::getMessage), causes.kept().getFirst());
        this.kind = null;
        this.held = causes.held().orElse(null);
        this.denied = causes.denied().orElse(null);
        this.after = causes.after().orElse(null);
        this.problem = joined(causes, SyncException::problem);
        this.hook = causes.kept().getFirst().hook;
    }

    private static String joined(SyncFailures failures, Function<SyncException, @Nullable String> text) {
        String rest = failures.more() == 0 ? "" : "; and " + failures.more() + " more";
        return failures.kept().stream().map(text).collect(Collectors.joining("; ")) + rest;
    }

    /** Several failures as one, to be retried after the longest delay that one of them requested. */
    public static SyncException all(String tried, List<SyncException> failures) {
        SyncFailures all = new SyncFailures();
        failures.forEach(all::add);
        return all(tried, all);
    }

    /**
     * Several failures as one, to be retried after the longest delay that one of them requested.
     *
     * @param failures at least one
     */
    public static SyncException all(String tried, SyncFailures failures) {
        return new SyncException(tried, failures);
    }

    private static Optional<String> denied(@Nullable Throwable cause) {
        return switch (cause) {
            case ClusterException.Forbidden e ->
                Optional.ofNullable(e.getMessage()).filter(_ -> e.isOfMissingRight());
            case SyncException e -> e.denied();
            case null, default -> Optional.empty();
        };
    }

    private static Optional<Duration> after(Throwable cause) {
        return switch (cause) {
            case HookException e -> e.after();
            case ClusterException e -> e.retryAfter();
            case SyncException e -> e.after();
            default -> Optional.empty();
        };
    }

    private static String problemOf(Throwable cause) {
        return switch (cause) {
            case SyncException e -> e.problem;
            case HookException e -> e.problem();
            case DecodeException e when e.place().path().isEmpty() -> "the answer of the hook: " + e.problem();
            default -> String.valueOf(cause.getMessage());
        };
    }

    private static @Nullable String hookOf(Throwable cause) {
        return cause instanceof SyncException e ? e.hook : null;
    }

    /** What went wrong, without the object and the hook, which {@link #hook} names; for people. */
    public String problem() {
        return problem;
    }

    /** The type of the hook that failed; empty if no hook did. */
    public Optional<String> hook() {
        return Optional.ofNullable(hook);
    }

    /** The stack trace in the hook's code, or all that a program wrote about the failure; empty if it is not known here. */
    public Optional<String> detail() {
        return switch (getCause()) {
            case SyncException e -> e.detail();
            case HookException e -> e.detail();
            case null, default -> Optional.empty();
        };
    }

    /** The version of the hook that has failed; empty if no hook did, or its version is not known. */
    public String hookVersion() {
        return switch (getCause()) {
            case SyncException e -> e.hookVersion();
            case HookException e -> e.version();
            case null, default -> "";
        };
    }

    /** The message of the API server if it denied the request for lack of a right; not if a quota or an admission did. */
    public Optional<String> denied() {
        return Optional.ofNullable(denied);
    }

    /** The message about deletions that are held until a user allows them, if there are any. */
    public Optional<String> held() {
        return Optional.ofNullable(held);
    }

    /** Why a kind cannot be used, if that is the failure. */
    public Optional<KindProblem> kindProblem() {
        return Optional.ofNullable(kind);
    }

    /** The delay before the retry, if a hook or the API server requested one. */
    public Optional<Duration> after() {
        return Optional.ofNullable(after);
    }
}
