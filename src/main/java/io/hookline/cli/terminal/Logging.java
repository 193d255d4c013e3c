package io.hookline.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.io.Console;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** Sets up the log: on stderr, as text for people or as JSON lines for machines. */
public final class Logging {
    private Logging() {}

    /** What lines look like. */
    public enum Format {
        TEXT,
        JSON
    }

    /** Whether a person is watching. */
    public static boolean isTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    /**
     * Replaces whatever is set up.
     *
     * @param level of our own loggers; those of libraries are silent below WARN
     */
    public static void configure(Format format, Level level) {
        configure((LoggerContext) LoggerFactory.getILoggerFactory(), format, level);
    }

    /** Sets the level of some of our loggers apart from the rest. */
    public static void level(String logger, Level level) {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(logger).setLevel(level);
    }

    /** Lets appenders that were added to a logger see all that it logs, while no more than now is printed. */
    public static void recordWithoutPrinting(String name) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Logger logger = context.getLogger(name);
        Level printed = logger.getEffectiveLevel();
        Filter<ILoggingEvent> filter = new Filter<>() {
            @Override
            public FilterReply decide(ILoggingEvent event) {
                boolean recordedOnly = event.getLoggerName().startsWith(name)
                        && !event.getLevel().isGreaterOrEqual(printed);
                return recordedOnly ? FilterReply.DENY : FilterReply.NEUTRAL;
            }
        };
        context.getLogger(Logger.ROOT_LOGGER_NAME)
                .iteratorForAppenders()
                .forEachRemaining(appender -> appender.addFilter(filter));
        logger.setLevel(Level.DEBUG);
    }

    static void configure(LoggerContext context, Format format, Level level) {
        context.reset();
        Layout<ILoggingEvent> layout = format == Format.JSON ? new JsonLayout() : new TextLayout();
        layout.setContext(context);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(layout);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(new Unclosed(System.err)); // as it is now: what hooks print there is logged itself
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger("io.hookline").setLevel(level);
    }

    /** The log may be set up again, which closes its stream; that one is of the process. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
