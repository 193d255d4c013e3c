package io.hookline.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import org.slf4j.event.KeyValuePair;

/**
 * Formats a log event as a line of text: time, controller, message, then the parent and the reason.
 *
 * <pre>{@code
 * 12:00:01  hello            created ConfigMap default/hello-world  (Hello default/world: parent added)
 * }</pre>
 */
final class TextLayout extends LayoutBase<ILoggingEvent> {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

    private final boolean isForPeople;
    private final boolean isVerbose;

    /**
     * Creates a layout.
     *
     * @param isForPeople whether a failed sync is one line without the words that users of Metacontroller search for, and equal
     *     failures are counted
     * @param isVerbose whether stack traces of hooks are printed
     */
    TextLayout(boolean isForPeople, boolean isVerbose) {
        this.isForPeople = isForPeople;
        this.isVerbose = isVerbose;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        FailureLine failure = FailureLine.of(event);
        boolean isShort = isForPeople && failure.isFailedSync();
        if (isShort && failure.isSilent()) {
            return "";
        }
        StringBuilder line = new StringBuilder(120);
        line.append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp()))).append("  ");
        pad(line, value(event, "controller", "-"), 16);
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            line.append(event.getLevel().isGreaterOrEqual(Level.ERROR) ? "ERROR " : "WARN  ");
        }
        line.append(isShort ? failure.text() : event.getFormattedMessage() + rest(event, failure))
                .append('\n');
        if (isVerbose && !failure.detail().isEmpty()) {
            line.append(failure.detail()).append('\n');
        }
        if (event.getThrowableProxy() != null) {
            line.append(ThrowableProxyUtil.asString(event.getThrowableProxy())).append('\n');
        }
        return line.toString();
    }

    private static void pad(StringBuilder line, String text, int width) {
        line.append(text).append(" ".repeat(Math.max(1, width - text.length()))).append(' ');
    }

    private static String value(ILoggingEvent event, String key, String otherwise) {
        return pairs(event).stream()
                .filter(pair -> pair.key.equals(key))
                .map(pair -> String.valueOf(pair.value))
                .findFirst()
                .orElse(otherwise);
    }

    private static String rest(ILoggingEvent event, FailureLine failure) {
        StringBuilder rest = new StringBuilder();
        String parent = value(event, "parent", "");
        String why = value(event, "why", "");
        if (!parent.isEmpty() || !why.isEmpty()) {
            rest.append("  (")
                    .append(parent)
                    .append(parent.isEmpty() || why.isEmpty() ? "" : ": ")
                    .append(why)
                    .append(')');
        }
        for (KeyValuePair pair : pairs(event)) {
            boolean isInMessage = failure.isFailedSync() && pair.key.equals("error");
            if (!isInMessage
                    && !List.of("controller", "parent", "why", FailureLine.DETAIL)
                            .contains(pair.key)) {
                rest.append("  ").append(pair.key).append('=').append(pair.value);
            }
        }
        return rest.toString();
    }

    private static List<KeyValuePair> pairs(ILoggingEvent event) {
        return Objects.requireNonNullElse(event.getKeyValuePairs(), List.of());
    }
}
