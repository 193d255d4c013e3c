package io.hookline.watcher;

import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports unexpected errors in starting, stopping or cleaning up controllers. Expected errors are reported where they occur.
 */
final class ControllerReports implements LoopObserver<ControllerKey> {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerReports.class);

    private final Consumer<ControllerKey> next;

    /** Reports only. */
    ControllerReports() {
        this(_ -> {});
    }

    /** @param next gets each controller that was reconciled */
    ControllerReports(Consumer<ControllerKey> next) {
        this.next = next;
    }

    @Override
    public void finished(ControllerKey key, Outcome outcome, Duration took) {
        next.accept(key);
        if (outcome instanceof Outcome.Failed(Throwable cause, var _)) {
            LOG.atError()
                    .addKeyValue("controller", key.name())
                    .addKeyValue("kind", key.type().kind())
                    .addKeyValue("error", cause)
                    .setCause(cause)
                    .log("reconcile of the controller failed unexpectedly, will retry");
        }
    }
}
