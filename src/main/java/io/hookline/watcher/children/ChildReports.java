package io.hookline.watcher.children;

import io.hookline.apply.ChildChange;
import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WatcherObserver.ChildAction;
import io.hookline.watcher.state.RunningSync;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports what was done to children, and what the hook's author should know. Thread-safe. */
public final class ChildReports {

    private static final Logger LOG = LoggerFactory.getLogger(ChildReports.class);

    private final String controller;
    private final EventRecorder events;
    private final WatcherObserver observer;

    public ChildReports(String controller, EventRecorder events, WatcherObserver observer) {
        this.controller = controller;
        this.events = events;
        this.observer = observer;
    }

    /** A child was written. */
    void done(RunningSync sync, ChildAction action, KubeObject child, String difference) {
        String causes = String.join(", ", sync.causes());
        String why = difference.isEmpty() ? causes : difference + "; " + causes;
        LOG.atInfo()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", sync.parent())
                .addKeyValue("why", why)
                .log("{} {}", action.name().toLowerCase(Locale.ROOT), child);
        observer.child(controller, sync.parent(), action, child, why);
    }

    /** Somebody changed or deleted a child while we were about to. */
    void overtaken(RunningSync sync, KubeObject child, ClusterException e) {
        LOG.atDebug()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", sync.parent())
                .addKeyValue("error", e.getMessage())
                .log("{} changed meanwhile", child);
    }

    /** A child could not be written because of a bug, which the log must help to find. */
    SyncException unforeseen(RunningSync sync, ChildChange change, RuntimeException e) {
        LOG.atError()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", sync.parent())
                .setCause(e)
                .log("can't write {}", change.child());
        return new SyncException("can't write " + change.child() + ": " + e);
    }

    /** Something that the hook's author should know. */
    void warning(RunningSync sync, DesiredChildren.Warning warning) {
        sync.result().changed(); // it is reported at each sync
        LOG.atWarn()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", sync.parent())
                .log(warning.text());
        events.warning(sync.parent(), warning.reason(), warning.text());
    }
}
