package io.hookline.server;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.object.DecodeException;
import io.hookline.server.call.CallRejectedException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The responses to calls of hooks that ended, and the log lines of those that failed. */
final class CallResponses {

    private CallResponses() {}

    static Response of(HookReply reply) {
        return switch (reply) {
            case HookReply.Answered(var body, var _) -> new Response(200, Map.of(), body);
            case HookReply.Later(var after) -> ErrorResponses.later(after.map(Duration::toSeconds));
        };
    }

    /** @param log where the failure is logged, unless the caller does that */
    static Response failed(RuntimeException e, FailedCallLog.FailedCall call, Optional<FailedCallLog> log) {
        String id = call.requestId();
        return switch (e) {
            case DecodeException invalid -> ErrorResponses.error(400, problem(invalid), id);
            case CallRejectedException rejected -> {
                String problem = String.valueOf(e.getMessage());
                log.ifPresent(lines -> lines.refused(call, problem));
                Response response = ErrorResponses.error(rejected.status(), problem, id);
                yield rejected.isReloaded() ? ErrorResponses.reloaded(response) : response;
            }
            default -> {
                String problem = e instanceof HookException hook ? hook.problem() : e.toString();
                Optional<Throwable> origin = origin(e);
                Optional<String> detail = detail(e, origin);
                log.ifPresent(lines -> lines.failed(call, problem, origin.orElse(null), detail));
                yield ErrorResponses.error(500, problem, id, detail);
            }
        };
    }

    /** A problem of the whole request needs no path. */
    private static String problem(DecodeException e) {
        return e.place().path().isEmpty() ? e.problem() : String.valueOf(e.getMessage());
    }

    /** The exception of the hook's code, whose stack trace helps its author; empty if the message is sufficient. */
    private static Optional<Throwable> origin(RuntimeException e) {
        return e instanceof HookException
                ? Optional.ofNullable(e.getCause()).filter(cause -> !(cause instanceof DecodeException))
                : Optional.of(e);
    }

    private static Optional<String> detail(RuntimeException e, Optional<Throwable> origin) {
        Optional<String> known = e instanceof HookException hook ? hook.detail() : Optional.empty();
        return known.or(() -> origin.map(StackText::of));
    }

    /** The stack trace of an exception in a hook as text, without the frames of the server that called the hook. */
    static final class StackText {

        private static final String CALLER = "io.hookline.hook.JavaHook";
        private static final int MAX_CAUSES = 20;

        private StackText() {}

        static String of(Throwable failure) {
            StringBuilder text = new StringBuilder();
            Throwable cause = failure;
            for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
                text.append(i == 0 ? "" : "\nCaused by: ").append(cause);
                for (StackTraceElement frame : framesOf(cause)) {
                    text.append("\n    at ").append(frame);
                }
                cause = cause.getCause();
            }
            return text.toString();
        }

        private static List<StackTraceElement> framesOf(Throwable failure) {
            List<StackTraceElement> all = Arrays.asList(failure.getStackTrace());
            List<StackTraceElement> own = all.stream()
                    .takeWhile(frame -> !frame.getClassName().equals(CALLER))
                    .toList();
            return own.isEmpty() ? all : own;
        }
    }
}
