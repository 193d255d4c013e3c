package io.hookline.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.LoggerFactory;

/**
 * Restores the levels of the log after each class: a command that ran in this process has set them for the whole process, and
 * other tests read the log. Found by JUnit itself.
 *
 * <p>With {@code -Dhookline.quiet=true} the log is not printed, except by a command until the end of its class: tests
 * provoke failures by the thousand, and those that are about the log record it.
 */
public final class DefaultLogging implements BeforeAllCallback, AfterAllCallback {

    private static final String OURS = "io.hookline";

    @Override
    public void beforeAll(ExtensionContext context) {
        silence(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
            loggers.getLoggerList().stream()
                    .filter(logger -> logger.getName().startsWith(OURS + "."))
                    .filter(logger -> Level.WARN.equals(logger.getLevel()) || Level.ERROR.equals(logger.getLevel()))
                    .forEach(logger -> logger.setLevel(null));
            loggers.getLogger(OURS).setLevel(Level.INFO);
        }
        silence(context);
    }

    /** Not for a class that runs beside others, of which one may look at what a command prints. */
    private static void silence(ExtensionContext context) {
        if (Boolean.getBoolean("hookline.quiet")
                && context.getExecutionMode() == ExecutionMode.SAME_THREAD
                && LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
            loggers.getLogger(Logger.ROOT_LOGGER_NAME).detachAndStopAllAppenders();
        }
    }
}
