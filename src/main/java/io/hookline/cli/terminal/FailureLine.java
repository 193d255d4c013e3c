package io.hookline.cli.terminal;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.server.call.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.event.KeyValuePair;

/**
 * A failed sync in one line for people, made of the keys and values of its log event. Equal failures are counted.
 *
 * <pre>{@code
 * HelloHook.java:11 NullPointerException: ... (Hello default/world, sync, attempt 1, next in 5 ms)
 * HelloHook.java:11 NullPointerException: ... … 9 more times in 5 s (Hello default/world, sync, attempt 10, next in 2.6 s)
 * }</pre>
 */
final class FailureLine {

    /** The key of the stack trace, or of what a program wrote about its failure. */
    static final String DETAIL = "stacktrace";

    private final List<KeyValuePair> pairs;

    private FailureLine(List<KeyValuePair> pairs) {
        this.pairs = pairs;
    }

    static FailureLine of(ILoggingEvent event) {
        return new FailureLine(Objects.requireNonNullElse(event.getKeyValuePairs(), List.of()));
    }

    /** Whether the event is a failed sync at all. */
    boolean isFailedSync() {
        return has("attempt") && has("error");
    }

    /** Whether an equal failure was printed a short time ago. */
    boolean isSilent() {
        return has("repeated") && !has("times");
    }

    String text() {
        String repeated = has("times") ? " … " + value("times") + " more times in " + value("within") : "";
        String context = Stream.of(value("parent"), value("hook"), "attempt " + value("attempt"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", ", " (", ", next in " + value("next") + ")"));
        return value("error") + repeated + context;
    }

    /** The stack trace or output; empty if there is none. */
    String detail() {
        return value(DETAIL);
    }

    private boolean has(String key) {
        return pairs.stream().anyMatch(pair -> pair.key.equals(key));
    }

    private String value(String key) {
        return pairs.stream()
                .filter(pair -> pair.key.equals(key))
                .map(pair -> pair.value instanceof Duration time
                        ? DurationText.text(time.toNanos())
                        : String.valueOf(pair.value))
                .findFirst()
                .orElse("");
    }
}
