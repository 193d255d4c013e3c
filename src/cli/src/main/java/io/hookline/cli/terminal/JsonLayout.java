package io.hookline.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.LoggedObject;
import io.hookline.trace.Trace;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.slf4j.event.KeyValuePair;

/**
 * Formats a log event as one line of JSON, with Metacontroller's fields: level, ts, logger, msg, then keys and values.
 * No JSON tree is built, since there is a line for each created child.
 */
final class JsonLayout extends LayoutBase<ILoggingEvent> {

    private static final int USUAL = 400;

    private final Level stacks;
    private final LogTime time;

    /** Prints all stack traces. */
    JsonLayout() {
        this(Level.TRACE, LogTime.RFC3339);
    }

    /** @param stacks the level from which stack traces are printed; below it, only the text of the exception */
    JsonLayout(Level stacks, LogTime time) {
        this.stacks = stacks;
        this.time = time;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(USUAL).append('{');
        text(line, "level", event.getLevel().toString().toLowerCase(Locale.ROOT));
        name(line, "ts").append(time.json(event.getInstant()));
        List<KeyValuePair> pairs = Objects.requireNonNullElse(event.getKeyValuePairs(), List.of());
        text(line, "logger", logger(event, pairs));
        text(line, "msg", event.getFormattedMessage());
        for (KeyValuePair pair : pairs) {
            switch (pair.value) {
                case Double n when !Double.isFinite(n) -> text(line, pair.key, n.toString());
                case Integer n -> name(line, pair.key).append(n.intValue());
                case Number n -> name(line, pair.key).append(n.doubleValue());
                case Boolean b -> name(line, pair.key).append(b);
                case Duration time -> name(line, pair.key).append(seconds(time));
                case ControllerName controller -> text(line, pair.key, controller.label());
                case LoggedObject.Source object -> object(name(line, pair.key), object.logged());
                case null, default -> text(line, pair.key, String.valueOf(pair.value));
            }
        }
        Trace trace = Trace.current(); // lines are formatted in the thread that logs
        if (trace != null) {
            text(line, "trace", trace.id());
        }
        if (event.getThrowableProxy() != null) {
            text(line, "stacktrace", LogStack.of(event, stacks));
        }
        return line.append("}\n").toString();
    }

    /** As Metacontroller's log has durations. */
    private static String seconds(Duration time) {
        return BigDecimal.valueOf(time.getSeconds())
                .add(BigDecimal.valueOf(time.getNano(), 9))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** The logger of the controller that the event names, as in Metacontroller; otherwise that of the class. */
    private static String logger(ILoggingEvent event, List<KeyValuePair> pairs) {
        for (KeyValuePair pair : pairs) {
            if (pair.value instanceof ControllerName controller) {
                return controller.logger();
            }
        }
        return event.getLoggerName().replace("io.hookline.", "");
    }

    /** Of an object, only what identifies it. */
    private static void object(StringBuilder line, LoggedObject object) {
        StringBuilder fields = new StringBuilder(USUAL).append('{');
        text(fields, "apiVersion", object.apiVersion());
        text(fields, "kind", object.kind());
        if (!object.namespace().isEmpty()) {
            text(fields, "namespace", object.namespace());
        }
        text(fields, "name", object.name());
        line.append(fields).append('}');
    }

    private static void text(StringBuilder line, String key, String value) {
        quoted(name(line, key), value);
    }

    private static StringBuilder name(StringBuilder line, String key) {
        if (line.length() > 1) {
            line.append(',');
        }
        return quoted(line, key).append(':');
    }

    private static StringBuilder quoted(StringBuilder line, String text) {
        line.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, line);
        return line.append('"');
    }
}
