package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import io.hookline.testing.embedded.TestLogging;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Who sets up the log of a command. */
class LogbackDefaultsTest {

    /** Both are on the class path of the distribution, in whatever order. */
    @Test
    void theCommandsComeBeforeTheSdkForTests() {
        assertThat(ServiceLoader.load(Configurator.class))
                .hasAtLeastOneElementOfType(LogbackDefaults.class)
                .hasAtLeastOneElementOfType(TestLogging.class);

        assertThat(rank(LogbackDefaults.class)).isGreaterThan(rank(TestLogging.class));
    }

    private static int rank(Class<? extends Configurator> type) {
        ConfiguratorRank rank = type.getAnnotation(ConfiguratorRank.class);
        return rank == null ? ConfiguratorRank.DEFAULT : rank.value();
    }
}
