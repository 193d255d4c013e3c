package io.hookline.testing.embedded;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/**
 * Records the newest lines of the watcher's log, at the level of its logger. It stays empty if the application does not
 * use logback. Thread-safe.
 */
public final class WatcherLog implements AutoCloseable {

    /** The parent logger of all loggers of the watcher. */
    public static final String LOGGER = "io.hookline.watcher";

    private static final int MAX_LINES = 5000;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private final Deque<String> lines = new ArrayDeque<>();
    private final Optional<Logger> logger;
    private final Appender appender = new Appender();

    private WatcherLog(Optional<Logger> logger) {
        this.logger = logger;
    }

    /** Starts to record. */
    public static WatcherLog record() {
        WatcherLog log = new WatcherLog(
                LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                        ? Optional.of(context.getLogger(LOGGER))
                        : Optional.empty());
        log.logger.ifPresent(logger -> {
            log.appender.setContext(logger.getLoggerContext());
            log.appender.start();
            logger.addAppender(log.appender);
        });
        return log;
    }

    /** The lines, oldest first. */
    public List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    private void add(String line) {
        synchronized (lines) {
            if (lines.size() == MAX_LINES) {
                lines.removeFirst();
            }
            lines.addLast(line);
        }
    }

    private static String line(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
        line.append(' ').append(String.format("%-5s", event.getLevel()));
        line.append(' ').append(event.getFormattedMessage());
        for (KeyValuePair pair : Objects.requireNonNullElse(event.getKeyValuePairs(), List.<KeyValuePair>of())) {
            if (pair.key.equals("stacktrace")) {
                continue; // a report shows one line for each event
            }
            line.append("  ").append(pair.key).append('=').append(pair.value);
        }
        return line.toString().replace('\n', ' ');
    }

    @Override
    public void close() {
        logger.ifPresent(l -> l.detachAppender(appender));
        appender.stop();
    }

    private final class Appender extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent event) {
            add(line(event));
        }
    }
}
