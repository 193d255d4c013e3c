package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherObserver;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports the outcome of each sync. A failure is an event on the parent and an error in the log. */
public final class SyncReports implements LoopObserver<ParentKey> {

    private static final Logger LOG = LoggerFactory.getLogger(SyncReports.class);

    private final ControllerSpec spec;
    private final ParentKinds parents;
    private final EventRecorder events;
    private final LoopObserver<ParentKey> next;

    public SyncReports(ControllerSpec spec, ParentKinds parents, EventRecorder events, WatcherObserver observer) {
        this.spec = spec;
        this.parents = parents;
        this.events = events;
        this.next = observer.loop(spec);
    }

    @Override
    public void started(ParentKey key, Set<String> causes) {
        next.started(key, causes);
    }

    @Override
    public void finished(ParentKey key, Outcome outcome, Duration took) {
        next.finished(key, outcome, took);
        switch (outcome) {
            case Outcome.Failed(Throwable cause, Optional<Duration> _) -> failed(key, cause);
            case Outcome.Waiting(String why) ->
                LOG.atDebug()
                        .addKeyValue("controller", spec.name())
                        .addKeyValue("parent", key)
                        .addKeyValue("why", why)
                        .log("sync not complete, waiting");
            case Outcome.Retry(String why) ->
                LOG.atDebug()
                        .addKeyValue("controller", spec.name())
                        .addKeyValue("parent", key)
                        .addKeyValue("why", why)
                        .log("sync not complete, will retry with back-off");
            case Outcome.RetryAfter(Duration delay, String why) ->
                LOG.atDebug()
                        .addKeyValue("controller", spec.name())
                        .addKeyValue("parent", key)
                        .addKeyValue("delay", delay)
                        .addKeyValue("why", why)
                        .log("sync not complete, will retry after the delay");
            case Outcome.AwaitChange _, Outcome.RequeueAfter _ ->
                LOG.atDebug()
                        .addKeyValue("controller", spec.name())
                        .addKeyValue("parent", key)
                        .addKeyValue("took", took)
                        .log("synced");
        }
    }

    private void failed(ParentKey key, Throwable cause) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        var entry = LOG.atError().addKeyValue("controller", spec.name()).addKeyValue("parent", key);
        if (cause instanceof SyncException) {
            entry.log("failed to sync {} '{}': {}", key.kind().kind(), key.key(), message);
        } else { // an unexpected exception: the stack trace shows where to fix it
            entry.setCause(cause).log("failed to sync {} '{}': {}", key.kind().kind(), key.key(), message);
        }
        parent(key).ifPresent(parent -> events.warning(parent, "SyncError", "Sync error: " + message));
    }

    private Optional<KubeObject> parent(ParentKey key) {
        return parents.of(key).flatMap(kind -> kind.subscription().store().get(key.key()));
    }
}
