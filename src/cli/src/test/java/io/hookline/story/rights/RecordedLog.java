package io.hookline.story.rights;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** The log of the whole program, each entry with its keys and values. Thread-safe. */
final class RecordedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger log = (Logger) LoggerFactory.getLogger("io.hookline");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    RecordedLog() {
        setContext(log.getLoggerContext());
        start();
        log.addAppender(this);
    }

    List<String> lines() {
        return lines;
    }

    @Override
    protected void append(ILoggingEvent event) {
        String values = Objects.requireNonNullElse(event.getKeyValuePairs(), List.<KeyValuePair>of()).stream()
                .map(pair -> pair.key + "=" + pair.value)
                .collect(Collectors.joining(" "));
        lines.add(event.getFormattedMessage() + " " + values);
    }

    @Override
    public void close() {
        log.detachAppender(this);
    }
}
