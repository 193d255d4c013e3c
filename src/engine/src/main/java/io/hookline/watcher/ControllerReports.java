package io.hookline.watcher;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.queue.QueueObserver;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.model.WorkObserver;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports unexpected errors in starting, stopping or cleaning up controllers, and counts the starts and stops for metrics. Expected
 * errors are reported where they occur.
 */
final class ControllerReports implements LoopObserver<ControllerKey>, QueueObserver<ControllerKey> {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerReports.class);

    private volatile Consumer<ControllerKey> reconciled = _ -> {};
    private final Map<ControllerType, WorkObserver.Lifecycle<ControllerKey>> metrics =
            new EnumMap<>(ControllerType.class);

    ControllerReports(WorkObserver work) {
        for (ControllerType type : ControllerType.values()) {
            metrics.put(type, work.lifecycle(type));
        }
    }

    /** The loop was created. */
    void created(WorkQueue<ControllerKey> queue, int workers) {
        metrics.forEach((type, each) -> each.created(() -> queue.state(key -> key.type() == type), workers));
    }

    private WorkObserver.Lifecycle<ControllerKey> of(ControllerKey key) {
        return Objects.requireNonNull(metrics.get(key.type()));
    }

    @Override
    public void added(ControllerKey key) {
        of(key).added(key);
    }

    @Override
    public void taken(ControllerKey key, Duration waited) {
        of(key).taken(key, waited);
    }

    @Override
    public void done(ControllerKey key, Duration worked) {
        of(key).done(key, worked);
    }

    @Override
    public void retried(ControllerKey key) {
        of(key).retried(key);
    }

    /** @param action gets each controller that was reconciled */
    void whenReconciled(Consumer<ControllerKey> action) {
        reconciled = action;
    }

    @Override
    public void finished(ControllerKey key, Outcome outcome, Duration took) {
        of(key).finished(key, outcome, took);
        reconciled.accept(key);
        if (outcome instanceof Outcome.Failed(Throwable cause, var _)) {
            LOG.atError()
                    .addKeyValue("controller", key.named())
                    .addKeyValue("error", cause)
                    .setCause(cause)
                    .log("reconcile of the controller failed unexpectedly, will retry");
        }
    }
}
