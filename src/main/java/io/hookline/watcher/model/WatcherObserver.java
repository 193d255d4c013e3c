package io.hookline.watcher.model;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.LoopObserver;
import io.hookline.spec.ControllerSpec;

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
    default void child(String controller, KubeObject parent, ChildAction action, KubeObject child, String why) {}

    /** The observer of one controller's loop. */
    default <K> LoopObserver<K> loop(ControllerSpec controller) {
        return new LoopObserver<>() {};
    }
}
