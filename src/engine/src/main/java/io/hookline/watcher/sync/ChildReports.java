package io.hookline.watcher.sync;

import io.hookline.apply.Child;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildUpdate;
import io.hookline.apply.Differences;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.object.TreeReader;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.Trace;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WatcherObserver.ChildAction;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Reports writes to children, and warnings for the hook's author. Thread-safe. */
public final class ChildReports {

    private static final Logger LOG = LoggerFactory.getLogger(ChildReports.class);

    /** The maximum number of warnings that are remembered; an older one may be logged again. */
    private static final int MAX_LOGGED = 1000;

    private final Set<String> logged = new LinkedHashSet<>();
    private final ControllerName controller;
    private final EventRecorder events;
    private final WatcherObserver observer;
    private final TreeReader trees;

    public ChildReports(ControllerName controller, EventRecorder events, WatcherObserver observer, TreeReader trees) {
        this.controller = controller;
        this.events = events;
        this.observer = observer;
        this.trees = trees;
    }

    /**
     * Reports that a child was updated, with what the API server stored: it may have restored a removed field, or dropped one that
     * it does not know.
     */
    void updated(ParentSync sync, KubeObject before, KubeObject now, Differences planned) {
        Differences made = planned.made(ChildUpdate.written(trees.read(before), trees.read(now)));
        done(sync, ChildAction.UPDATED, now, made.toString());
    }

    /** Reports that a child was written. */
    void done(ParentSync sync, ChildAction action, KubeObject child, String difference) {
        boolean deleted = action == ChildAction.DELETED || action == ChildAction.RECREATING;
        String did = action.name().toLowerCase(Locale.ROOT);
        Trace.note(notes -> notes.wrote(new SyncNotes.Write(did, child, difference, deleted)));
        String causes = MessageText.reasons(sync.causes().texts());
        String why = difference.isEmpty() ? causes : difference + "; " + causes;
        LOG.atInfo()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", sync.parent())
                .addKeyValue("why", why)
                .log("{} {}", did, child);
        observer.child(controller, sync.parent(), action, child, why);
    }

    /** Reports that another client changed or deleted a child before the write. */
    void changedMeanwhile(ParentSync sync, KubeObject child, ClusterException e) {
        LOG.atInfo()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", sync.parent())
                .addKeyValue("child", child)
                .addKeyValue("error", e.getMessage())
                .log("child not written: it changed meanwhile");
    }

    /** Warns if an answer deleted children because it had no list of them, which is more often a mistake than meant. */
    void deletedByAnswerWithoutList(ParentSync sync, List<ChildChange> made) {
        List<Child> deleted = made.stream()
                .filter(ChildChange.Delete.class::isInstance)
                .map(ChildChange::child)
                .sorted(Comparator.comparing(Child::toString)) // deleted in parallel, but equal events have equal texts
                .toList();
        if (!deleted.isEmpty()) {
            String field = controller.type().childrenField();
            warning(
                    sync,
                    new DesiredChildren.Warning(
                            "NothingListed",
                            "the answer of the hook had no \"" + field + "\", or null, which deleted "
                                    + DeletionCheck.named(deleted) + "; return [] if that is meant, and with a"
                                    + " deletionGuard in the controller it is refused"));
        }
    }

    /** Reports an unexpected exception with its stack trace. */
    SyncException unexpected(ParentSync sync, ChildChange change, RuntimeException e) {
        LOG.atError()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", sync.parent())
                .addKeyValue("child", change.child())
                .setCause(e)
                .log("child not written: unexpected error");
        return new SyncException.Refused("can't write " + change.child() + ": " + e);
    }

    /** Reports a warning for the hook's author: in the log once while the controller runs, as an event with each sync. */
    public void warning(ParentSync sync, DesiredChildren.Warning warning) {
        sync.result().changed(); // so that the next sync is not skipped, and reports it again
        LOG.atLevel(isNew(sync.parent(), warning) ? Level.WARN : Level.DEBUG)
                .addKeyValue("controller", controller)
                .addKeyValue("parent", sync.parent())
                .log(warning.text());
        events.warning(sync.parent(), warning.reason(), warning.text());
    }

    private boolean isNew(KubeObject parent, DesiredChildren.Warning warning) {
        synchronized (logged) {
            if (logged.size() >= MAX_LOGGED) {
                logged.remove(logged.iterator().next());
            }
            return logged.add(parent.uid() + " " + warning.text());
        }
    }
}
