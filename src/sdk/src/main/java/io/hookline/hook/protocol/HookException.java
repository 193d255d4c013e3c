package io.hookline.hook.protocol;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A hook that could not be called, or did not return a valid answer. The message is for the controller's author. */
public final class HookException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final @Nullable String problem;
    private final @Nullable String detail;
    private final @Nullable Duration after;
    private final String version;

    public HookException(String message) {
        this(message, (Throwable) null);
    }

    public HookException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.problem = null;
        this.detail = null;
        this.after = null;
        this.version = "";
    }

    /** A failure for which the hook may have requested the time of the next call. */
    public HookException(String message, Optional<Duration> after) {
        this(message, null, null, after.orElse(null), "");
    }

    private HookException(
            String message,
            @Nullable String problem,
            @Nullable String detail,
            @Nullable Duration after,
            String version) {
        super(message);
        this.problem = problem;
        this.detail = detail;
        this.after = after;
        this.version = version;
    }

    /**
     * A response of a hook that reports a failure.
     *
     * @param message with the status code, in Metacontroller's words
     * @param problem the failure alone
     * @param detail see {@link #detail}
     * @param after the time until the next call, if the hook requested one
     * @param version see {@link #version}
     */
    public static HookException response(
            String message, String problem, Optional<String> detail, Optional<Duration> after, String version) {
        return new HookException(message, problem, detail.orElse(null), after.orElse(null), version);
    }

    /**
     * A failure of a program.
     *
     * @param output all that it wrote about the failure
     */
    public static HookException ofProgram(String message, String output) {
        return new HookException(message, null, output, null, "");
    }

    /** The failure in one line without what the caller knows, such as the status code; for people. */
    public String problem() {
        return problem == null ? String.valueOf(getMessage()) : problem;
    }

    /**
     * The stack trace in the hook's code, or all that a program wrote about the failure; empty if it is not known here.
     */
    public Optional<String> detail() {
        return Optional.ofNullable(detail);
    }

    /** The version of the hook that has failed, see {@link SourceVersion}; empty if it is not known. */
    public String version() {
        return version;
    }

    /** The time until the next call, if the hook requested one; otherwise back-off applies. */
    public Optional<Duration> after() {
        return Optional.ofNullable(after);
    }
}
