package io.hookline.watcher.model;

import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.LoopObserver;
import io.hookline.spec.ControllerSpec;
import java.util.List;

/** Observes the watcher, for metrics and the console. Called in the watcher's threads: it must return at once. */
public interface WatcherObserver {

    /** Ignores everything. */
    WatcherObserver NONE = new WatcherObserver() {};

    /** The kind of a write to a child. */
    enum ChildAction {
        CREATED,
        UPDATED,
        DELETED,
        RECREATING
    }

    /** A child was written. */
    default void child(
            ControllerName controller, KubeObject parent, ChildAction action, KubeObject child, String why) {}

    /**
     * A parent was written: its status or finalizers, or the labels and annotations that a decorator's hook returned.
     *
     * @param before the parent as the sync knew it
     * @param now the parent as the API server returned it
     */
    default void parentWritten(ControllerName controller, KubeObject before, KubeObject now, List<String> causes) {}

    /** A hook returned an event about a parent. Whether the API server gets it depends on the limits of events. */
    default void hookEvent(ControllerName controller, KubeObject parent, Event event, List<String> causes) {}

    /** Another client requested the deletion of a parent, which stays until its finalizers are removed. */
    default void parentBeingDeleted(ControllerName controller, KubeObject parent) {}

    /** A parent was deleted. If it had finalizers, {@link #parentBeingDeleted} came before. */
    default void parentDeleted(ControllerName controller, KubeObject last) {}

    /** The conditions and numbers of a controller were computed. They may be the same as before. */
    default void controllerChecked(ControllerSummary controller) {}

    /** A controller was deleted, or belongs to another watcher now. */
    default void controllerForgotten(ControllerName controller) {}

    /** The observer of one controller's loop. */
    default <K> LoopObserver<K> loop(ControllerSpec controller) {
        return new LoopObserver<>() {};
    }
}
