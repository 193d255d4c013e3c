package io.hookline.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Restores the levels of the log after each class: a command that ran in this process has set them for the whole process, and
 * other tests read the log. Found by JUnit itself.
 */
public final class DefaultLogging implements AfterAllCallback {

    private static final String OURS = "io.hookline";

    @Override
    public void afterAll(ExtensionContext context) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
            loggers.getLoggerList().stream()
                    .filter(logger -> logger.getName().startsWith(OURS + "."))
                    .filter(logger -> Level.WARN.equals(logger.getLevel()) || Level.ERROR.equals(logger.getLevel()))
                    .forEach(logger -> logger.setLevel(null));
            loggers.getLogger(OURS).setLevel(Level.INFO);
        }
    }
}
