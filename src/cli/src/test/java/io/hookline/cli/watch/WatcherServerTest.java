package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.object.LabelSelector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** The ports of {@code watch}. */
class WatcherServerTest {

    private static List<ILoggingEvent> opened(String... arguments) {
        WatchFlags flags = new WatchFlags();
        CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
        spec.addMixin("flags", CommandLine.Model.CommandSpec.forAnnotatedObject(flags));
        CommandLine line = new CommandLine(spec);
        line.registerConverter(Duration.class, _ -> Duration.ofMinutes(1));
        line.registerConverter(LabelSelector.class, _ -> LabelSelector.EVERYTHING);
        line.parseArgs(arguments);
        flags.check(line);
        Logger logger = (Logger) LoggerFactory.getLogger(WatcherServer.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try (Shutdown shutdown = new Shutdown()) {
            WatcherServer.open(flags, new PrometheusRegistry(), shutdown);
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list;
    }

    @ParameterizedTest
    @ValueSource(strings = {":6060", "127.0.0.1:0"})
    void anAddressForProfilesIsAcceptedAndLoggedAsWithoutEffect(String address) {
        List<ILoggingEvent> lines =
                opened("--metrics-address=0", "--health-probe-bind-address=0", "--pprof-address=" + address);

        assertThat(lines).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage()).startsWith("flag has no effect");
            assertThat(line.getKeyValuePairs())
                    .singleElement()
                    .satisfies(pair -> assertThat(pair.value).isEqualTo("--pprof-address"));
        });
    }

    @Test
    void withoutAddressesNothingListensAndNothingIsLogged() {
        assertThat(opened("--metrics-address=0", "--health-probe-bind-address=0", "--pprof-address=0"))
                .isEmpty();
    }

    @Test
    void aMalformedAddressForProfilesIsRefusedAsInMetacontroller() {
        assertThatThrownBy(() -> opened("--metrics-address=0", "--health-probe-bind-address=0", "--pprof-address=here"))
                .isInstanceOf(CliErrors.RefusedLate.class)
                .hasMessageContaining("--pprof-address");
    }
}
