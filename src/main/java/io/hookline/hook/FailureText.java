package io.hookline.hook;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.DecodeException;
import io.hookline.object.MessageText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The text of an exception in a hook's code, for its author: the line of the hook, then the root cause. An exception
 * around it adds its message, if that adds information.
 *
 * <pre>{@code
 * HelloHook.java:11 NullPointerException: Cannot invoke "String.length()" because "who" is null
 * }</pre>
 */
final class FailureText {

    private static final int MAX_CAUSES = 20;

    private final Class<?> hook;
    private final List<Throwable> chain;

    private FailureText(Class<?> hook, List<Throwable> chain) {
        this.hook = hook;
        this.chain = chain;
    }

    /**
     * Describes an exception.
     *
     * @param hook the class of the hook that was called
     */
    static String of(Throwable failure, Class<?> hook) {
        FailureText text = new FailureText(hook, chain(failure));
        return text.line().map(line -> line + " ").orElse("") + MessageText.oneLine(text.causes());
    }

    /** The exception and its causes, down to the first whose message was written for the author of the hook. */
    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable t = failure; t != null && chain.size() < MAX_CAUSES; t = t.getCause()) {
            chain.add(t);
            if (isExplained(t)) {
                break;
            }
        }
        return chain;
    }

    private static boolean isExplained(Throwable t) {
        return t instanceof HookException || t instanceof DecodeException;
    }

    private String causes() {
        Throwable inner = chain.getLast();
        String text = describe(inner);
        for (Throwable outer : chain.reversed().subList(1, chain.size())) {
            text = around(outer, inner, text);
            inner = outer;
        }
        return text;
    }

    private static String describe(Throwable root) {
        if (isExplained(root)) {
            return String.valueOf(root.getMessage());
        }
        String type = root.getClass().getName();
        String name = type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
        String message = root.getMessage();
        return message == null || message.isBlank() ? name : name + ": " + message;
    }

    /** Adds what the message of an exception adds to that of its cause. */
    private static String around(Throwable outer, Throwable cause, String text) {
        String message = outer.getMessage();
        if (message == null || message.isBlank()) {
            return text;
        }
        for (String repeated : List.of(cause.toString(), String.valueOf(cause.getMessage()))) {
            if (!repeated.isEmpty() && message.endsWith(repeated)) {
                return message.substring(0, message.length() - repeated.length()) + text;
            }
        }
        return message + ": " + text;
    }

    /** The deepest line in the sources of the hook: in the root cause, or else in the exceptions around it. */
    private Optional<String> line() {
        return chain.reversed().stream()
                .flatMap(t -> Arrays.stream(t.getStackTrace()).takeWhile(FailureText::isBelowTheCall))
                .filter(this::isOwn)
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .findFirst();
    }

    /** The frames above are the caller's, such as a test in the package of the hook. */
    private static boolean isBelowTheCall(StackTraceElement frame) {
        return !frame.getClassName().equals(JavaHook.class.getName());
    }

    /** Whether a frame is in code that was loaded with the hook; on the class path: in the package of the hook. */
    private boolean isOwn(StackTraceElement frame) {
        if (frame.getFileName() == null || frame.getLineNumber() <= 0) {
            return false;
        }
        ClassLoader loader = hook.getClassLoader();
        String name = loader == null || loader.equals(FailureText.class.getClassLoader()) ? null : loader.getName();
        if (name != null) {
            return name.equals(frame.getClassLoaderName());
        }
        String type = frame.getClassName();
        return packageOf(type).equals(FailureText.class.getPackageName())
                ? outermost(type).equals(outermost(hook.getName()))
                : packageOf(type).equals(hook.getPackageName());
    }

    private static String packageOf(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    private static String outermost(String type) {
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }
}
