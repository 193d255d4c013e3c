package io.hookline.docs;

import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The queue step of the ladder: an informer queues the keys of Pods, and a worker reads what each Pod is now. */
final class PodKeys implements ResourceEventHandler {

    private final WorkQueue<ObjectKey> queue;
    private final Subscription pods;
    private final BiConsumer<ObjectKey, Optional<KubeObject>> report;

    PodKeys(
            SharedInformerFactory informers,
            ApiResource pods,
            WorkQueue<ObjectKey> queue,
            BiConsumer<ObjectKey, Optional<KubeObject>> report) {
        this.queue = queue;
        this.report = report;
        this.pods = informers.subscribe(pods, this);
    }

    // ladder: begin
    @Override
    public void added(KubeObject pod) {
        queue.add(pod.key(), Priority.CHANGE, "pod added");
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        queue.add(now.key(), Priority.CHANGE, "pod changed");
    }

    @Override
    public void deleted(KubeObject last) {
        queue.add(last.key(), Priority.CHANGE, "pod deleted");
    }

    /** Processes one key, if one is ready. */
    boolean work() {
        Optional<WorkQueue.Taken<ObjectKey>> taken = queue.poll();
        taken.map(WorkQueue.Taken::key).ifPresent(key -> {
            try {
                report.accept(key, pods.store().get(key)); // empty if the Pod was deleted
                queue.forget(key);
            } catch (RuntimeException _) {
                queue.retry(key, "report failed");
            } finally {
                queue.done(key);
            }
        });
        return taken.isPresent();
    }
    // ladder: end
}
