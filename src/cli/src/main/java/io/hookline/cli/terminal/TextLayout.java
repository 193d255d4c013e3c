package io.hookline.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import io.hookline.object.HumanDuration;
import io.hookline.trace.Trace;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Formats a log event as a line of text: time, controller or hook, message, then the parent and the reason. Output of a
 * hook has a line for each of its lines, after a bar.
 *
 * <pre>{@code
 * 12:00:01  hello            created ConfigMap default/hello-world  (Hello default/world: parent added)
 * 12:00:01  hello            | a line that the hook printed
 * }</pre>
 */
final class TextLayout extends LayoutBase<ILoggingEvent> {

    static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
    static final int NAME_WIDTH = 16;

    /** Where the text begins, after time and name. */
    static final int TEXT_COLUMN = 8 + 2 + NAME_WIDTH + 1;

    private static final String BAR = "| ";

    /** The keys that have a place of their own in the line. */
    private static final Set<String> PLACED = Set.of("controller", "parent", "why", FailureLine.DETAIL);

    /** The keys of what a hook printed. */
    private static final List<String> PRINTED = List.of("line", "output");

    private final Ansi ansi;
    private final boolean isForPeople;
    private final boolean isVerbose;
    private final Level stacks;
    private final LineWrap wrap;

    /**
     * Creates a layout.
     *
     * @param isForPeople whether a failed sync is one line without the words that users of Metacontroller search for,
     *     and equal failures are counted
     * @param isVerbose whether stack traces of hooks are printed, and the ids of traces for people too
     */
    TextLayout(Ansi ansi, boolean isForPeople, boolean isVerbose) {
        this(ansi, isForPeople, isVerbose, Level.TRACE, LineWrap.NONE);
    }

    /** Creates a layout that prints stack traces from a level on; below it, only the text of the exception. */
    TextLayout(Ansi ansi, boolean isForPeople, boolean isVerbose, Level stacks, LineWrap wrap) {
        this.stacks = stacks;
        this.wrap = wrap;
        this.ansi = ansi;
        this.isForPeople = isForPeople;
        this.isVerbose = isVerbose;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        Map<String, Object> pairs = pairs(event);
        FailureLine failure = new FailureLine(pairs);
        if (isForPeople && failure.isSilent()) {
            return "";
        }
        StringBuilder line = new StringBuilder(120);
        Optional<Object> printed =
                PRINTED.stream().map(pairs::get).filter(Objects::nonNull).findFirst();
        if (pairs.containsKey("hook") && printed.isPresent()) {
            text(printed.get())
                    .lines()
                    .forEach(each -> line.append(wrap.of(
                                    start(event, text(pairs.get("hook"))) + ansi.dim(BAR),
                                    inColour(event.getLevel(), each),
                                    TEXT_COLUMN + BAR.length()))
                            .append('\n'));
        } else {
            Object name = pairs.getOrDefault("controller", pairs.getOrDefault("hook", "-"));
            line.append(wrap.of(start(event, text(name)), content(event, pairs, failure), TEXT_COLUMN))
                    .append('\n');
        }
        if (isVerbose && !failure.detail().isEmpty()) {
            line.append(failure.detail()).append('\n');
        }
        if (event.getThrowableProxy() != null) {
            line.append(LogStack.of(event, stacks)).append('\n');
        }
        return line.toString();
    }

    private String content(ILoggingEvent event, Map<String, Object> pairs, FailureLine failure) {
        return isForPeople && failure.isFailedSync()
                ? inColour(event.getLevel(), failure.text())
                : message(event) + rest(pairs, failure);
    }

    /** Time, name and level. The name is padded before it is coloured. */
    private String start(ILoggingEvent event, String name) {
        String level = event.getLevel().isGreaterOrEqual(Level.ERROR)
                ? "ERROR "
                : event.getLevel().isGreaterOrEqual(Level.WARN) ? "WARN  " : "";
        return ansi.dim(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
                + "  " + name + " ".repeat(Math.max(1, NAME_WIDTH - name.length())) + " "
                + inColour(event.getLevel(), level);
    }

    private String message(ILoggingEvent event) {
        String message = event.getFormattedMessage();
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            return inColour(event.getLevel(), message);
        }
        int end = message.indexOf(' ');
        return end < 0 ? message : ansi.verb(message.substring(0, end)) + message.substring(end);
    }

    private String inColour(Level level, String text) {
        return level.isGreaterOrEqual(Level.ERROR)
                ? ansi.red(text)
                : level.isGreaterOrEqual(Level.WARN) ? ansi.yellow(text) : text;
    }

    private String rest(Map<String, Object> pairs, FailureLine failure) {
        StringBuilder rest = new StringBuilder();
        String parent = text(pairs.getOrDefault("parent", ""));
        String why = text(pairs.getOrDefault("why", ""));
        if (!parent.isEmpty() || !why.isEmpty()) {
            String separator = parent.isEmpty() || why.isEmpty() ? "" : ": ";
            rest.append("  ").append(ansi.dim("(" + parent + separator + why + ")"));
        }
        pairs.forEach((key, value) -> {
            boolean isName = key.equals("hook") && !pairs.containsKey("controller");
            boolean isInMessage = key.equals("error") && failure.isFailedSync();
            if (!PLACED.contains(key) && !isName && !isInMessage) {
                rest.append("  ").append(key).append('=').append(text(value));
            }
        });
        Trace trace = Trace.current(); // lines are formatted in the thread that logs
        if (trace != null && (isVerbose || !isForPeople)) {
            rest.append("  ").append(ansi.dim("trace=" + trace.id()));
        }
        return rest.toString();
    }

    /** A value for people: a duration as {@code 358 ms}. */
    static String text(@Nullable Object value) {
        return value instanceof Duration duration ? HumanDuration.text(duration) : String.valueOf(value);
    }

    private static Map<String, Object> pairs(ILoggingEvent event) {
        Map<String, Object> pairs = new LinkedHashMap<>();
        for (KeyValuePair pair : Objects.requireNonNullElse(event.getKeyValuePairs(), List.<KeyValuePair>of())) {
            pairs.putIfAbsent(pair.key, Objects.requireNonNullElse(pair.value, "null"));
        }
        return pairs;
    }

    /**
     * A failed sync in one line for people, made of the keys and values of its log event. Equal failures are counted.
     *
     * <pre>{@code
     * HelloHook.java:11 NullPointerException: ... (Hello default/world, sync, attempt 1, next in 5 ms)
     * HelloHook.java:11 NullPointerException: ... … 9 more times in 5 s (Hello default/world, sync, attempt 10, next in
     * 2.6 s) children[0]: expected an object, was a list … and 16 other failures of 12 parents in 5 s (Hello
     * default/world, sync, ...) }</pre>
     *
     * <p>The last line is for failures that differ, of which there are too many to print each of them.
     */
    static final class FailureLine {

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
}
