package io.hookline.server;

import java.util.Arrays;
import java.util.List;

/** The stack trace of an exception in a hook as text, without the frames of the server that called the hook. */
final class StackText {

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
