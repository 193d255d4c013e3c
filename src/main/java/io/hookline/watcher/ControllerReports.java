package io.hookline.watcher;

import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports unexpected errors in starting, stopping or cleaning up controllers. Expected errors are reported where they occur.
 */
final class ControllerReports implements LoopObserver<ControllerKey> {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerReports.class);

    @Override
    public void finished(ControllerKey key, Outcome outcome, Duration took) {
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
