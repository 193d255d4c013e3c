package io.hookline.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Stops logback's search for configuration files, which takes most of the time of {@code hookline --help}. The
 * configurator of the SDK for tests, which is on the class path too, has a lower rank.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogbackDefaults extends ContextAwareBase implements Configurator {

    /** For the service loader. */
    public LogbackDefaults() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logging.configure(context, Logging.Format.TEXT, Level.INFO);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
