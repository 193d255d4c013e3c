package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.reconcile.Outcome;
import io.hookline.testing.LogLines;
import io.hookline.watcher.model.WorkObserver;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Unexpected errors in starting or stopping a controller are logged. */
class ControllerReportsTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(ControllerReports.class);

    private final ControllerReports reports = new ControllerReports(WorkObserver.NONE);
    private final ControllerKey key = new ControllerKey(ControllerType.COMPOSITE, "c");

    @Test
    void anUnexpectedFailureIsLoggedWithItsStackTrace() {
        reports.finished(key, Outcome.failed(new NoClassDefFoundError("some/Part")), Duration.ZERO);

        assertThat(lines.all()).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage())
                    .isEqualTo("reconcile of the controller failed unexpectedly, will retry");
            assertThat(line.getKeyValuePairs())
                    .extracting(pair -> pair.key + "=" + pair.value)
                    .containsExactly("controller=c", "error=java.lang.NoClassDefFoundError: some/Part");
            assertThat(line.getThrowableProxy()).isNotNull();
        });
    }

    @Test
    void successesAndExpectedFailuresAreNotLogged() {
        reports.finished(key, Outcome.awaitChange(), Duration.ZERO);
        reports.finished(key, Outcome.retry("reported where it occurred"), Duration.ZERO);

        assertThat(lines.all()).isEmpty();
    }
}
