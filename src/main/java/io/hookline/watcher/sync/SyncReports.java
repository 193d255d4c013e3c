package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.queue.RepeatedFailures;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Reports the outcome of each sync. A failure is an event on the parent and an error in the log. */
public final class SyncReports implements LoopObserver<ParentKey> {

    private static final Logger LOG = LoggerFactory.getLogger(SyncReports.class);

    private final ControllerSpec spec;
    private final ParentKinds parents;
    private final EventRecorder events;
    private final LoopObserver<ParentKey> next;
    private final FailedParents failures;
    private final WorkObserver.Work work;
    private final ControllerName name;

    /**
     * Reports on one controller.
     *
     * @param clock for the distances at which repeated failures are counted
     * @param work observes the controller
     */
    public SyncReports(
            ControllerSpec spec,
            ParentKinds parents,
            EventRecorder events,
            WatcherObserver observer,
            InstantSource clock,
            WorkObserver.Work work) {
        this.work = work;
        this.name = ControllerName.of(spec.source().kind(), spec.name());
        this.spec = spec;
        this.parents = parents;
        this.events = events;
        this.next = observer.loop(spec);
        this.failures = new FailedParents(clock);
    }

    /** Reports failures in full again, since they are those of a new version of the hooks. */
    public void hookChanged() {
        failures.forget();
    }

    /** The controller was stopped. */
    public void stopped() {
        work.stopped();
    }

    @Override
    public void started(ParentKey key, Set<String> causes) {
        next.started(key, causes);
    }

    @Override
    public void finished(ParentKey key, Outcome outcome, Duration took) {
        next.finished(key, outcome, took);
        switch (outcome) {
            case Outcome.Failed _ -> {} // reported by failed
            case Outcome.Waiting(String why) ->
                LOG.atDebug()
                        .addKeyValue("controller", name)
                        .addKeyValue("parent", key)
                        .addKeyValue("why", why)
                        .log("sync not complete, waiting");
            case Outcome.Retry(String why) ->
                LOG.atDebug()
                        .addKeyValue("controller", name)
                        .addKeyValue("parent", key)
                        .addKeyValue("why", why)
                        .log("sync not complete, will retry with back-off");
            case Outcome.RetryAfter(Duration delay, String why) ->
                LOG.atDebug()
                        .addKeyValue("controller", name)
                        .addKeyValue("parent", key)
                        .addKeyValue("delay", delay)
                        .addKeyValue("why", why)
                        .log("sync not complete, will retry after the delay");
            case Outcome.AwaitChange _, Outcome.RequeueAfter _ -> {
                failures.succeeded(key);
                LOG.atDebug()
                        .addKeyValue("controller", name)
                        .addKeyValue("parent", key)
                        .addKeyValue("took", took)
                        .log("synced");
            }
        }
    }

    @Override
    public void failed(ParentKey key, Throwable cause, int attempt, Duration delay) {
        next.failed(key, cause, attempt, delay);
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        log(key, cause, message, attempt, delay);
        parent(key)
                .ifPresent(
                        parent -> events.warning(parent, "SyncError", "Sync error: " + MessageText.oneLine(message)));
    }

    /** Logs every failure, because users search for them; the details only once, because a failed sync is retried. */
    private void log(ParentKey key, Throwable cause, String message, int attempt, Duration delay) {
        Optional<SyncException> expected = cause instanceof SyncException e ? Optional.of(e) : Optional.empty();
        String problem =
                MessageText.oneLine(expected.map(SyncException::problem).orElseGet(cause::toString));
        LoggingEventBuilder line = LOG.atError().addKeyValue("controller", name).addKeyValue("parent", key);
        line = with(line, "hook", expected.flatMap(SyncException::hook))
                .addKeyValue("attempt", attempt)
                .addKeyValue("next", delay)
                .addKeyValue("error", problem);
        line = switch (failures.report(key, problem)) {
            case RepeatedFailures.First() ->
                expected.isPresent()
                        ? with(line, "stacktrace", expected.get().detail())
                        : line.setCause(cause); // unexpected: the stack trace shows where to fix it
            case RepeatedFailures.Again(int times, Duration within) ->
                line.addKeyValue("repeated", true).addKeyValue("times", times).addKeyValue("within", within);
            case RepeatedFailures.Silent() -> line.addKeyValue("repeated", true);
        };
        line.log("failed to sync {} '{}': {}", key.kind().kind(), key.key(), message);
    }

    private static LoggingEventBuilder with(LoggingEventBuilder line, String key, Optional<String> value) {
        return value.isPresent() ? line.addKeyValue(key, value.get()) : line;
    }

    private Optional<KubeObject> parent(ParentKey key) {
        return parents.of(key).flatMap(kind -> kind.subscription().store().get(key.key()));
    }
}
