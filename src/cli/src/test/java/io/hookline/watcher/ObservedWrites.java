package io.hookline.watcher;

import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.trace.Causes;
import io.hookline.watcher.model.WatcherObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Records the writes that a watcher reports, as text, and the outcomes of its syncs. */
final class ObservedWrites implements WatcherObserver {

    private final List<String> observed;
    private final List<Outcome> outcomes;
    private final AtomicInteger running;

    /** @param running the number of syncs that have started and not finished */
    ObservedWrites(List<String> observed, List<Outcome> outcomes, AtomicInteger running) {
        this.observed = observed;
        this.outcomes = outcomes;
        this.running = running;
    }

    @Override
    public <K> LoopObserver<K> loop(ControllerSpec controller) {
        return new LoopObserver<>() {
            @Override
            public void started(K key, Causes causes) {
                running.incrementAndGet();
            }

            @Override
            public void finished(K key, Outcome outcome, Duration took) {
                outcomes.add(outcome);
                running.decrementAndGet();
            }
        };
    }

    @Override
    public void child(ControllerName controller, KubeObject parent, ChildAction action, KubeObject child, String why) {
        observed.add(controller + ": " + action + " " + child + " (" + why + ")");
    }

    @Override
    public void hookEvent(ControllerName controller, KubeObject parent, Event event, List<String> causes) {
        observed.add(controller + ": event " + parent + " " + event.reason());
    }

    @Override
    public void parentWritten(ControllerName controller, KubeObject before, KubeObject now, List<String> causes) {
        observed.add(controller + ": written " + now + " " + statusText(before) + " -> " + statusText(now) + " "
                + before.finalizers() + " -> " + now.finalizers() + " " + causes);
    }

    private static String statusText(KubeObject object) {
        return object.tree().at("/status/text").asText();
    }

    @Override
    public void parentBeingDeleted(ControllerName controller, KubeObject parent) {
        observed.add(controller + ": being deleted " + parent);
    }

    @Override
    public void parentDeleted(ControllerName controller, KubeObject last) {
        observed.add(controller + ": deleted " + last);
    }
}
