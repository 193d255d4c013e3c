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
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** Configures the log: on stderr, as text or JSON lines. */
public final class Logging {
    private static final String COLOUR = "colour";
    private static final String WIDTH = "width";

    private Logging() {}

    /** The format of log lines. */
    public enum Format {
        TEXT,
        /** Text in which a failed sync is one line, and equal failures are counted. */
        TEXT_FOR_PEOPLE,
        JSON
    }

    /** Whether the process runs on a terminal. */
    public static boolean isTerminal() {
        return Terminals.isConsole();
    }

    /** Sets when text lines are coloured, from the next configuration on. */
    static void colour(Ansi.Mode mode) {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).putObject(COLOUR, mode);
    }

    /** The colours of the standard output. */
    static Ansi colours() {
        return Ansi.of(colour((LoggerContext) LoggerFactory.getILoggerFactory()), System.getenv(), Terminals.isOut());
    }

    /** Wraps lines of the standard output to the width of a terminal. */
    static LineWrap wrap() {
        return Terminals.isOut() ? wrap((LoggerContext) LoggerFactory.getILoggerFactory()) : LineWrap.NONE;
    }

    /** One for both streams: a process has one terminal, and one handler of the signal that its width was changed. */
    private static LineWrap wrap(LoggerContext context) {
        synchronized (context) {
            if (context.getObject(WIDTH) instanceof LineWrap wrap) {
                return wrap;
            }
            LineWrap wrap = new LineWrap(Terminals.columns());
            context.putObject(WIDTH, wrap);
            return wrap;
        }
    }

    private static Ansi.Mode colour(LoggerContext context) {
        return context.getObject(COLOUR) instanceof Ansi.Mode mode ? mode : Ansi.Mode.AUTO;
    }

    /**
     * Replaces the configuration of the log.
     *
     * @param level of Hookline's own loggers; loggers of libraries print from WARN
     */
    public static void configure(Format format, Level level) {
        configure(format, level, Level.TRACE, LogTime.RFC3339);
    }

    /**
     * Replaces the configuration of the log.
     *
     * @param level of Hookline's own loggers; loggers of libraries print from WARN
     * @param stacks the level from which stack traces are printed
     * @param time the times of JSON lines
     */
    public static void configure(Format format, Level level, Level stacks, LogTime time) {
        configure((LoggerContext) LoggerFactory.getILoggerFactory(), format, level, stacks, time);
    }

    /** Sets the level of one logger and of the loggers below it. */
    public static void level(String logger, Level level) {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(logger).setLevel(level);
    }

    /** Prints nothing more, not even the errors of parts that are stopped by force. */
    public static void silence() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }

    /** Passes all events of a logger to its own appenders, while the printed level stays the same. */
    public static void recordWithoutPrinting(String name) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Logger logger = context.getLogger(name);
        Level printed = logger.getEffectiveLevel();
        filter(event ->
                event.getLoggerName().startsWith(name) && !event.getLevel().isGreaterOrEqual(printed));
        logger.setLevel(Level.DEBUG);
    }

    /** Prints nothing more of threads whose names begin like this. */
    public static void withoutThreads(String prefix) {
        filter(event -> event.getThreadName().startsWith(prefix));
    }

    private static void filter(Predicate<ILoggingEvent> denied) {
        Filter<ILoggingEvent> filter = new Filter<>() {
            @Override
            public FilterReply decide(ILoggingEvent event) {
                return denied.test(event) ? FilterReply.DENY : FilterReply.NEUTRAL;
            }
        };
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(Logger.ROOT_LOGGER_NAME)
                .iteratorForAppenders()
                .forEachRemaining(appender -> appender.addFilter(filter));
    }

    static void configure(LoggerContext context, Format format, Level level) {
        configure(context, format, level, Level.TRACE, LogTime.RFC3339);
    }

    private static void configure(LoggerContext context, Format format, Level level, Level stacks, LogTime time) {
        Ansi.Mode colour = colour(context);
        boolean wraps = format != Format.JSON && Terminals.isErr();
        LineWrap wrap = wraps ? wrap(context) : LineWrap.NONE;
        context.reset();
        context.putObject(COLOUR, colour);
        if (wraps) {
            context.putObject(WIDTH, wrap);
        }
        Layout<ILoggingEvent> layout = format == Format.JSON
                ? new JsonLayout(stacks, time)
                : new TextLayout(
                        Ansi.of(colour, System.getenv(), Terminals.isErr()),
                        format == Format.TEXT_FOR_PEOPLE,
                        Level.DEBUG.isGreaterOrEqual(level),
                        stacks,
                        wrap);
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
        appender.setOutputStream(new Unclosed(
                System.err)); // the present stream: System.err is replaced later, and hook output is logged
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger("io.hookline").setLevel(level);
    }

    /** Ignores close: a new configuration closes the appender's stream, but this stream belongs to the process. */
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
