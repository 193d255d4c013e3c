package io.hookline.process;

import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.trace.Causes;
import io.hookline.watcher.model.ControllerSummary;
import io.hookline.watcher.model.WatcherObserver;
import java.time.Duration;
import java.util.List;

/** Calls two observers, one after the other. */
record ObserverPair(WatcherObserver first, WatcherObserver second) implements WatcherObserver {

    @Override
    public void child(ControllerName controller, KubeObject parent, ChildAction action, KubeObject child, String why) {
        first.child(controller, parent, action, child, why);
        second.child(controller, parent, action, child, why);
    }

    @Override
    public void parentWritten(ControllerName controller, KubeObject before, KubeObject now, List<String> causes) {
        first.parentWritten(controller, before, now, causes);
        second.parentWritten(controller, before, now, causes);
    }

    @Override
    public void hookEvent(ControllerName controller, KubeObject parent, Event event, List<String> causes) {
        first.hookEvent(controller, parent, event, causes);
        second.hookEvent(controller, parent, event, causes);
    }

    @Override
    public void parentBeingDeleted(ControllerName controller, KubeObject parent) {
        first.parentBeingDeleted(controller, parent);
        second.parentBeingDeleted(controller, parent);
    }

    @Override
    public void parentDeleted(ControllerName controller, KubeObject last) {
        first.parentDeleted(controller, last);
        second.parentDeleted(controller, last);
    }

    @Override
    public void controllerChecked(ControllerSummary controller) {
        first.controllerChecked(controller);
        second.controllerChecked(controller);
    }

    @Override
    public void controllerForgotten(ControllerName controller) {
        first.controllerForgotten(controller);
        second.controllerForgotten(controller);
    }

    @Override
    public <K> LoopObserver<K> loop(ControllerSpec controller) {
        LoopObserver<K> one = first.loop(controller);
        LoopObserver<K> other = second.loop(controller);
        return new LoopObserver<>() {
            @Override
            public void started(K key, Causes causes) {
                one.started(key, causes);
                other.started(key, causes);
            }

            @Override
            public void failed(K key, Throwable cause, int attempt, Duration next) {
                one.failed(key, cause, attempt, next);
                other.failed(key, cause, attempt, next);
            }

            @Override
            public void finished(K key, Outcome outcome, Duration took) {
                one.finished(key, outcome, took);
                other.finished(key, outcome, took);
            }
        };
    }
}
