package io.hookline.watcher;

import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of controllers that could not be started, stopped or cleaned up after for a reason that nobody foresaw; the others
 * are told where they arise.
 */
final class ControllerReports implements LoopObserver<ControllerKey> {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerReports.class);

    @Override
    public void finished(ControllerKey key, Outcome outcome, Duration took) {
        if (outcome instanceof Outcome.Failed(Throwable cause, var _)) {
            LOG.atError()
                    .addKeyValue("controller", key.name())
                    .setCause(cause)
                    .log("{} failed, and will be tried again: {}", key.type().kind(), cause);
        }
    }
}
