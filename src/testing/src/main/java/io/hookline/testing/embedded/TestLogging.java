package io.hookline.testing.embedded;

import ch.qos.logback.classic.ClassicConstants;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.stream.Stream;

/**
 * Prints only warnings and errors in projects without a configuration of logback, which otherwise prints everything.
 * In the distribution, the commands have one of a higher rank.
 */
public final class TestLogging extends ContextAwareBase implements Configurator {

    /** For the service loader. */
    public TestLogging() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (isConfigured()) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{0}  %msg  %kvp%n");
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setEncoder(encoder);
        console.addFilter(warnings());
        console.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO); // a failed scenario shows the last lines of the watcher
        root.addAppender(console);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static ThresholdFilter warnings() {
        ThresholdFilter filter = new ThresholdFilter();
        filter.setLevel(Level.WARN.levelStr);
        filter.start();
        return filter;
    }

    private static boolean isConfigured() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return System.getProperty(ClassicConstants.CONFIG_FILE_PROPERTY) != null
                || Stream.of(ClassicConstants.TEST_AUTOCONFIG_FILE, ClassicConstants.AUTOCONFIG_FILE)
                        .anyMatch(file -> loader.getResource(file) != null);
    }
}
