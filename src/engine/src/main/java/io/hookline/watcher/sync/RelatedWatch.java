package io.hookline.watcher.sync;

import io.hookline.informer.ObjectStore;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKey;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One controller's subscription to one related resource.
 *
 * <p>Changes are ignored until the cache is complete. None is missed, since no parent reads the cache before that: the
 * parents that need it wait here and read it later. Thread-safe.
 */
final class RelatedWatch implements ResourceEventHandler, AutoCloseable {

    /** Called for each change: {@code before} is null for a new object, {@code now} for a deleted one. */
    @FunctionalInterface
    interface Changed {
        void changed(@Nullable KubeObject before, @Nullable KubeObject now);
    }

    private final Changed changed;
    private final BiConsumer<ParentKey, String> enqueue;
    private final Subscription subscription;
    private final Set<ParentKey> waiting = new HashSet<>();
    private boolean listensForFailure;
    private volatile boolean complete;

    /**
     * Subscribes to the resource.
     *
     * @param enqueue called for each parent that waited, with the reason why its wait ends
     */
    RelatedWatch(
            SharedInformerFactory informers,
            ApiResource resource,
            Changed changed,
            BiConsumer<ParentKey, String> enqueue) {
        this.changed = changed;
        this.enqueue = enqueue;
        this.subscription = informers.subscribe(resource, this);
        subscription.whenSynced(this::completed);
    }

    private void completed() {
        List<ParentKey> waited;
        synchronized (this) {
            complete = true;
            waited = List.copyOf(waiting);
            waiting.clear();
        }
        waited.forEach(parent -> enqueue.accept(parent, "related " + resource() + " were read"));
    }

    private void failed() {
        List<ParentKey> waited;
        synchronized (this) {
            listensForFailure = false;
            waited = List.copyOf(waiting);
        }
        waited.forEach(parent -> enqueue.accept(parent, "related " + resource() + " cannot be read"));
    }

    ApiResource resource() {
        return subscription.resource();
    }

    Subscription subscription() {
        return subscription;
    }

    /** The cached objects; incomplete as long as parents {@link #mustWait}. */
    ObjectStore store() {
        return subscription.store();
    }

    /**
     * Whether the parent must wait because the cache is incomplete. The parent is queued when the cache is complete, or
     * when the watch fails, unless it has failed before this call.
     */
    boolean mustWait(ParentKey parent) {
        boolean listen;
        synchronized (this) {
            if (complete) {
                return false;
            }
            waiting.add(parent);
            listen = !listensForFailure && failure().isEmpty();
            listensForFailure |= listen;
        }
        if (listen) {
            subscription.whenFailing(this::failed);
        }
        return true;
    }

    /** Forgets a parent that waits. */
    synchronized void forget(ParentKey parent) {
        waiting.remove(parent);
    }

    /** How many parents wait. */
    synchronized int waiting() {
        return waiting.size();
    }

    /** Why the informer cannot work now; empty if it works. */
    Optional<String> failure() {
        return subscription.failure();
    }

    @Override
    public void added(KubeObject object) {
        forward(null, object);
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        forward(before, now);
    }

    @Override
    public void deleted(KubeObject last) {
        forward(last, null);
    }

    private void forward(@Nullable KubeObject before, @Nullable KubeObject now) {
        if (complete) {
            changed.changed(before, now);
        }
    }

    @Override
    public void close() {
        subscription.close();
    }
}
