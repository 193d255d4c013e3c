package io.hookline.watcher.event;

import io.hookline.informer.Subscription;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reports lists and watches that the API server refuses, as events on the objects that need them. The message is that of the API
 * server, which names verb, resource and user. The informer logs it. Thread-safe.
 */
public final class WatchReports {

    private final Supplier<List<KubeObject>> objects;
    private final EventRecorder events;

    /**
     * Reports on objects.
     *
     * @param objects those that need the watches, at the time of the refusal
     */
    public WatchReports(Supplier<List<KubeObject>> objects, EventRecorder events) {
        this.objects = objects;
        this.events = events;
    }

    /** Reports each refusal of a watch from now on: once until it works again. */
    public void follow(Subscription subscription) {
        subscription.whenRefused(() -> {
            subscription.refusal().ifPresent(problem -> objects.get().forEach(object -> report(object, problem)));
            subscription.whenRecovered(() -> follow(subscription));
        });
    }

    /** Reports a present refusal on an object that needs the watch and was added later. */
    public void added(KubeObject object, Subscription subscription) {
        subscription.refusal().ifPresent(problem -> report(object, problem));
    }

    private void report(KubeObject object, String problem) {
        events.warning(object, "WatchError", "Watch error: " + problem);
    }
}
