package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parents of one controller that are not synced, since an annotation of the parent or of the controller pauses them. A pause
 * and its end are reported once: of a parent on the parent, of a controller on the controller. Thread-safe.
 */
public final class PausedParents {

    /** Annotation of a parent or a controller: {@code "true"} pauses it. */
    public static final String ANNOTATION = "hookline.io/paused";

    private static final Logger LOG = LoggerFactory.getLogger(PausedParents.class);

    private final ControllerSpec spec;
    private final EventRecorder events;
    private final Set<ParentKey> single = ConcurrentHashMap.newKeySet();
    private volatile boolean all;

    public PausedParents(ControllerSpec spec, EventRecorder events) {
        this.spec = spec;
        this.events = events;
    }

    /** Whether the annotation of an object pauses it. */
    public static boolean isRequested(KubeObject object) {
        return "true".equals(object.annotation(ANNOTATION));
    }

    /** Pauses all parents, or none; returns whether that is a change. */
    public synchronized boolean pauseAll(boolean paused) {
        if (all == paused) {
            return false;
        }
        all = paused;
        LOG.atInfo()
                .addKeyValue("controller", ControllerName.of(spec.source()))
                .log(paused ? "controller paused" : "controller resumed");
        if (paused) {
            events.normal(spec.source(), "Paused", "No parent is synced, because of the annotation " + ANNOTATION);
        } else {
            events.normal(spec.source(), "Resumed", "Parents are synced again");
        }
        return true;
    }

    /** Whether all parents are paused. */
    public boolean areAllPaused() {
        return all;
    }

    /** How many parents their own annotation pauses. */
    public int count(Predicate<ParentKey> exists) {
        single.removeIf(exists.negate());
        return single.size();
    }

    /** Whether the sync of a parent is skipped. A parent that is being deleted is finalized nevertheless. */
    boolean skips(KubeObject parent) {
        boolean paused = isRequested(parent);
        ParentKey key = ParentKey.of(parent);
        if (paused ? single.add(key) : single.remove(key)) {
            report(parent, paused);
        }
        return (paused || all) && !parent.isBeingDeleted();
    }

    private void report(KubeObject parent, boolean paused) {
        LOG.atInfo()
                .addKeyValue("controller", ControllerName.of(spec.source()))
                .addKeyValue("parent", parent)
                .log(paused ? "parent paused" : "parent resumed");
        if (paused) {
            events.normal(parent, "Paused", spec.name() + " does not sync it, because of the annotation " + ANNOTATION);
        } else {
            events.normal(parent, "Resumed", spec.name() + " syncs it again");
        }
    }

    /** Forgets a parent that was deleted. */
    void forget(ParentKey key) {
        single.remove(key);
    }
}
