package io.hookline.watcher.related;

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
 * One controller's share in the informer of one related resource.
 *
 * <p>Changes are passed on only once the cache is complete. No parent reads it before that, so none can miss one: those
 * that need it wait here, and the others read it later. Thread-safe.
 */
final class RelatedWatch implements ResourceEventHandler, AutoCloseable {

    /** Is told of a change: before is null for a new object, now for one that is gone. */
    @FunctionalInterface
    interface Changed {
        void changed(@Nullable KubeObject before, @Nullable KubeObject now);
    }

    private final Changed changed;
    private final BiConsumer<ParentKey, String> wake;
    private final Subscription subscription;
    private final Set<ParentKey> waiting = new HashSet<>();
    private boolean listensForTrouble;
    private volatile boolean complete;

    /**
     * Opens it.
     *
     * @param wake is told of each parent that waited, and why it need not wait any longer
     */
    RelatedWatch(
            SharedInformerFactory informers,
            ApiResource resource,
            Changed changed,
            BiConsumer<ParentKey, String> wake) {
        this.changed = changed;
        this.wake = wake;
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
        waited.forEach(parent -> wake.accept(parent, resource() + " can be read"));
    }

    private void troubled() {
        List<ParentKey> told;
        synchronized (this) {
            listensForTrouble = false;
            told = List.copyOf(waiting);
        }
        told.forEach(parent -> wake.accept(parent, resource() + " cannot be read"));
    }

    ApiResource resource() {
        return subscription.resource();
    }

    /** What is cached; says nothing about absence to those who {@link #mustWait}. */
    ObjectStore store() {
        return subscription.store();
    }

    /**
     * Whether the cache is not complete yet. If so, the parent is woken when it is; and if there is no trouble yet, also as
     * soon as there is some.
     */
    boolean mustWait(ParentKey parent) {
        boolean listen;
        synchronized (this) {
            if (complete) {
                return false;
            }
            waiting.add(parent);
            listen = !listensForTrouble && trouble().isEmpty();
            listensForTrouble |= listen;
        }
        if (listen) {
            subscription.whenTroubled(this::troubled);
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

    /** What keeps the informer from working now. */
    Optional<String> trouble() {
        return subscription.trouble();
    }

    @Override
    public void added(KubeObject object) {
        tell(null, object);
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        tell(before, now);
    }

    @Override
    public void deleted(KubeObject last) {
        tell(last, null);
    }

    private void tell(@Nullable KubeObject before, @Nullable KubeObject now) {
        if (complete) {
            changed.changed(before, now);
        }
    }

    @Override
    public void close() {
        subscription.close();
    }
}
