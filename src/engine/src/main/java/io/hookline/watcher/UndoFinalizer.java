package io.hookline.watcher;

import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerSpec.DeletionPolicy;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.sync.Finalizers;
import io.hookline.watcher.sync.ObjectWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The finalizer on the objects of controllers whose deletion policy is {@code Undo}: it keeps them until what they made
 * is undone. Whether it is on an object depends on its policy alone, so that another policy frees an object that waits
 * in vain. Thread-safe.
 */
final class UndoFinalizer {

    private static final Logger LOG = LoggerFactory.getLogger(UndoFinalizer.class);

    private final Finalizers adding;
    private final Finalizers removing;
    private final EventRecorder events;
    private final Map<ControllerKey, SyncException> failures = new ConcurrentHashMap<>();

    UndoFinalizer(ObjectWriter writer, EventRecorder events) {
        this.adding = new Finalizers(writer, WellKnown.UNDO_FINALIZER, true);
        this.removing = new Finalizers(writer, WellKnown.UNDO_FINALIZER, false);
        this.events = events;
    }

    /**
     * Whether a controller's object is being deleted and still has the finalizer, but its policy is another one by now.
     */
    static boolean isForgone(KubeObject controller) {
        try {
            return controller.isBeingDeleted()
                    && controller.hasFinalizer(WellKnown.UNDO_FINALIZER)
                    && DeletionPolicy.of(controller) == DeletionPolicy.ORPHAN;
        } catch (DecodeException _) {
            return false; // it stays until somebody decides
        }
    }

    /** Adds or removes the finalizer as the policy says; returns false if that failed, which is reported once. */
    boolean addOrRemove(ControllerKey key, ApiResource resource, KubeObject controller) {
        try {
            boolean wanted = DeletionPolicy.of(controller) == DeletionPolicy.UNDO;
            return attempt(key, controller, () -> (wanted ? adding : removing).addOrRemove(resource, controller));
        } catch (DecodeException _) { // which keeps the controller from starting, and is reported then
            return true;
        }
    }

    /** Removes the finalizer after everything was undone; returns false if that failed, which is reported once. */
    boolean release(ControllerKey key, ApiResource resource, KubeObject controller) {
        return attempt(key, controller, () -> removing.release(resource, controller));
    }

    private boolean attempt(ControllerKey key, KubeObject controller, Runnable action) {
        try {
            action.run();
            failures.remove(key);
            return true;
        } catch (ClusterException.NotFound _) {
            return true; // deleted meanwhile
        } catch (SyncException e) {
            SyncException before = failures.put(key, e);
            String message = String.valueOf(e.getMessage());
            if (before == null || !message.equals(before.getMessage())) {
                String consequence = controller.isBeingDeleted()
                        ? "the controller stays until it is removed"
                        : "what the controller made stays when it is deleted";
                LOG.atWarn()
                        .addKeyValue("controller", key.named())
                        .addKeyValue("error", message)
                        .log("cannot write the finalizer {}: {}", WellKnown.UNDO_FINALIZER, consequence);
                events.warning(
                        controller,
                        "UndoFinalizerError",
                        "Cannot write the finalizer " + WellKnown.UNDO_FINALIZER + ", so " + consequence + ": "
                                + message);
            }
            return false;
        }
    }

    /** The request that is denied, in the words of the last failure. */
    Optional<String> denied(ControllerKey key) {
        return Optional.ofNullable(failures.get(key)).flatMap(SyncException::denied);
    }

    /** Forgets a controller whose object was deleted. */
    void forget(ControllerKey key) {
        failures.remove(key);
    }
}
