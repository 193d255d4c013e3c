package io.hookline.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.slf4j.event.KeyValuePair;

/** One JSON object a line with the fields that Metacontroller's log has: level, ts, logger, msg, then key and values. */
final class JsonLayout extends LayoutBase<ILoggingEvent> {

    @Override
    public String doLayout(ILoggingEvent event) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
        line.put("ts", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        line.put("logger", event.getLoggerName().replace("io.hookline.", ""));
        line.put("msg", event.getFormattedMessage());
        List<KeyValuePair> pairs = Objects.requireNonNullElse(event.getKeyValuePairs(), List.of());
        for (KeyValuePair pair : pairs) {
            switch (pair.value) {
                case Number n -> line.put(pair.key, n.doubleValue());
                case Boolean b -> line.put(pair.key, b);
                case null, default -> line.put(pair.key, String.valueOf(pair.value));
            }
        }
        if (event.getThrowableProxy() != null) {
            line.put("stacktrace", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return line + "\n";
    }
}
