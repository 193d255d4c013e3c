package io.hookline.cli.terminal;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A failed sync in one line for people, made of the keys and values of its log event. Equal failures are counted.
 *
 * <pre>{@code
 * HelloHook.java:11 NullPointerException: ... (Hello default/world, sync, attempt 1, next in 5 ms)
 * HelloHook.java:11 NullPointerException: ... … 9 more times in 5 s (Hello default/world, sync, attempt 10, next in 2.6
 * s) children[0]: expected an object, was a list … and 16 other failures of 12 parents in 5 s (Hello default/world,
 * sync, ...) }</pre>
 *
 * <p>The last line is for failures that differ, of which there are too many to print each of them.
 */
final class FailureLine {

    /** The key of the stack trace, or of what a program wrote about its failure. */
    static final String DETAIL = "stacktrace";

    private final Map<String, Object> pairs;

    FailureLine(Map<String, Object> pairs) {
        this.pairs = pairs;
    }

    /** Whether the event is a failed sync at all. */
    boolean isFailedSync() {
        return has("attempt") && has("error");
    }

    /** Whether an equal failed sync was printed a short time ago. */
    boolean isSilent() {
        return isFailedSync() && has("repeated") && !has("times");
    }

    String text() {
        String repeated = has("times") ? " … " + times() + " in " + value("within") : "";
        String context = Stream.of(value("parent"), value("hook"), "attempt " + value("attempt"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", ", " (", ", next in " + value("next") + ")"));
        return value("error") + repeated + context;
    }

    private String times() {
        if (has("different")) { // the failures are not repetitions of this one
            int others = Integer.parseInt(value("times")) - 1;
            return "and " + others + (others == 1 ? " other failure of " : " other failures of ") + value("parents")
                    + (value("parents").equals("1") ? " parent" : " parents");
        }
        return value("times").equals("1") ? "1 more time" : value("times") + " more times";
    }

    /** The stack trace or output, or empty. */
    String detail() {
        return value(DETAIL);
    }

    private boolean has(String key) {
        return pairs.containsKey(key);
    }

    private String value(String key) {
        return TextLayout.text(pairs.getOrDefault(key, ""));
    }
}
