package io.hookline.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import io.hookline.object.HumanDuration;
import java.time.Duration;
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

    @Override
    public String doLayout(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(120);
        line.append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp()))).append("  ");
        pad(line, value(event, "controller", "-"), 16);
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            line.append(event.getLevel().isGreaterOrEqual(Level.ERROR) ? "ERROR " : "WARN  ");
        }
        line.append(event.getFormattedMessage());
        line.append(rest(event)).append('\n');
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

    private static String rest(ILoggingEvent event) {
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
            if (!List.of("controller", "parent", "why").contains(pair.key)) {
                rest.append("  ").append(pair.key).append('=').append(text(pair.value));
            }
        }
        return rest.toString();
    }

    private static String text(Object value) {
        return value instanceof Duration duration ? HumanDuration.text(duration) : String.valueOf(value);
    }

    private static List<KeyValuePair> pairs(ILoggingEvent event) {
        return Objects.requireNonNullElse(event.getKeyValuePairs(), List.of());
    }
}
