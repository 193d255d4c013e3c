package io.hookline.watcher;

import io.hookline.apply.ChildChange;
import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.WatcherObserver.ChildAction;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells what was done to children, and what the hook's author should know. Thread-safe. */
final class ChildReports {

    private static final Logger LOG = LoggerFactory.getLogger(ChildReports.class);
    private static final Duration FIRST_LOOK = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 8;

    private record Taken(ParentKey parent, String child) {}

    private final String controller;
    private final EventRecorder events;
    private final WatcherObserver observer;
    private final WorkQueue<ParentKey> queue;
    private final Map<Taken, Integer> looks = new ConcurrentHashMap<>();

    ChildReports(String controller, EventRecorder events, WatcherObserver observer, WorkQueue<ParentKey> queue) {
        this.controller = controller;
        this.events = events;
        this.observer = observer;
        this.queue = queue;
    }

    /** A child was written. */
    void done(Turn turn, ChildAction action, KubeObject child, String difference) {
        String causes = String.join(", ", turn.causes());
        String why = difference.isEmpty() ? causes : difference + "; " + causes;
        LOG.atInfo()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", turn.parent())
                .addKeyValue("why", why)
                .log("{} {}", action.name().toLowerCase(Locale.ROOT), child);
        looks.remove(new Taken(turn.key(), child.toString()));
        observer.child(controller, turn.parent(), action, child, why);
    }

    /** Somebody changed or deleted a child while we were about to. */
    void overtaken(Turn turn, KubeObject child, ClusterException e) {
        LOG.atDebug()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", turn.parent())
                .addKeyValue("error", e.getMessage())
                .log("{} changed meanwhile", child);
    }

    /**
     * An object of a desired child's name exists and is not the parent's. It is never touched; we look again after a growing
     * delay, since its end brings no event that would name the parent.
     */
    void foreign(Turn turn, ChildChange.Create create, KubeObject there) {
        String child = create.kind().kind() + " " + create.key();
        int before = looks.merge(new Taken(turn.key(), child), 1, Integer::sum) - 1;
        queue.addAfter(
                turn.key(),
                FIRST_LOOK.multipliedBy(1L << Math.min(before, MOST_DOUBLINGS)),
                Priority.RESYNC,
                "the name of " + child + " was taken");
        if (before == 0) {
            warning(
                    turn,
                    new DesiredChildren.Warning(
                            "NameTaken",
                            child + " exists and " + whose(turn.parent(), there)
                                    + ": it is left alone; delete or rename one of them"));
        }
    }

    /**
     * The object that had a desired child's name is gone, or not in the state that was seen. We look again soon, since
     * nothing of that brings an event that would name the parent.
     */
    void freed(Turn turn, ChildChange.Create create) {
        String child = create.kind().kind() + " " + create.key();
        queue.addAfter(turn.key(), FIRST_LOOK, Priority.CHANGE, "whoever had the name of " + child + " changed");
    }

    private static String whose(KubeObject parent, KubeObject there) {
        Optional<OwnerReference> owner = there.controllerOwner();
        if (owner.isEmpty()) {
            return "was not made for " + parent;
        }
        return owner.get().uid().equals(parent.uid())
                ? "was made by DecoratorController " + there.annotation(WellKnown.DECORATOR_CONTROLLER)
                : "is controlled by " + owner.get().kind() + " " + owner.get().name();
    }

    /** A child could not be written for a reason that whoever mends it must find in the code. */
    String unforeseen(Turn turn, ChildChange change, RuntimeException e) {
        String child = change.kind().kind() + " " + change.key();
        LOG.atError()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", turn.parent())
                .setCause(e)
                .log("can't write {}", child);
        return "can't write " + child + ": " + e;
    }

    /** Something that the hook's author should know. */
    void warning(Turn turn, DesiredChildren.Warning warning) {
        LOG.atWarn()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", turn.parent())
                .log(warning.text());
        events.warning(turn.parent(), warning.reason(), warning.text());
    }

    /** Forgets a parent that is gone. */
    void forget(KubeObject parent) {
        ParentKey key = ParentKey.of(parent);
        looks.keySet().removeIf(taken -> taken.parent().equals(key));
    }
}
