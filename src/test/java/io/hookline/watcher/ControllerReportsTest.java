package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.hookline.hook.ControllerType;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A controller that cannot be started or stopped for an unforeseen reason is told in the log. */
class ControllerReportsTest {

    private final Logger log = (Logger) LoggerFactory.getLogger(ControllerReports.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ControllerReports reports = new ControllerReports();
    private final ControllerKey key = new ControllerKey(ControllerType.COMPOSITE, "c");

    @BeforeEach
    void listen() {
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void stop() {
        log.detachAppender(lines);
    }

    @Test
    void aFailureIsToldWithItsTrace() {
        reports.finished(key, Outcome.failed(new NoClassDefFoundError("some/Part")), Duration.ZERO);

        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage())
                    .isEqualTo("CompositeController failed, and will be tried again:"
                            + " java.lang.NoClassDefFoundError: some/Part");
            assertThat(line.getThrowableProxy()).isNotNull();
        });
    }

    @Test
    void whatWentWellOrWasToldBeforeIsNot() {
        reports.finished(key, Outcome.awaitChange(), Duration.ZERO);
        reports.finished(key, Outcome.retry("told where it arose"), Duration.ZERO);

        assertThat(lines.list).isEmpty();
    }
}
