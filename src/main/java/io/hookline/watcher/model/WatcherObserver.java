package io.hookline.watcher.model;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.LoopObserver;
import io.hookline.spec.ControllerSpec;

/** Is told what the watcher does, for metrics and for people. Called on the working threads: must return at once. */
public interface WatcherObserver {

    /** Hears nothing. */
    WatcherObserver NONE = new WatcherObserver() {};

    /** What was done to a child. */
    enum ChildAction {
        CREATED,
        UPDATED,
        DELETED,
        RECREATING
    }

    /** A child was written. */
    default void child(String controller, KubeObject parent, ChildAction action, KubeObject child, String why) {}

    /** A controller's loop, for its own measures. */
    default <K> LoopObserver<K> loop(ControllerSpec controller) {
        return new LoopObserver<>() {};
    }
}
