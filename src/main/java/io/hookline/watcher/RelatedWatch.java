package io.hookline.watcher;

import io.hookline.informer.ChangeHandler;
import io.hookline.informer.Informers;
import io.hookline.informer.ObjectStore;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One controller's share in the informer of one related resource.
 *
 * <p>Changes are passed on only once the cache is complete. No parent reads it before that, so none can miss one: those
 * that need it wait here, and the others read it later. Thread-safe.
 */
final class RelatedWatch implements ChangeHandler, AutoCloseable {

    /** Is told of a change: before is null for a new object, now for one that is gone. */
    @FunctionalInterface
    interface Changed {
        void changed(@Nullable KubeObject before, @Nullable KubeObject now);
    }

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(200);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Changed changed;
    private final Instant since;
    private final Subscription subscription;
    private final Set<ParentKey> waiting = new HashSet<>();
    private volatile boolean complete;

    /**
     * Opens it.
     *
     * @param since now
     * @param wake is told of each parent that waited, once the cache is complete
     */
    RelatedWatch(Informers informers, ApiResource resource, Instant since, Changed changed, Consumer<ParentKey> wake) {
        this.changed = changed;
        this.since = since;
        this.subscription = informers.subscribe(resource, this);
        subscription.whenSynced(() -> complete().forEach(wake));
    }

    private synchronized Set<ParentKey> complete() {
        complete = true;
        Set<ParentKey> waited = Set.copyOf(waiting);
        waiting.clear();
        return waited;
    }

    ApiResource resource() {
        return subscription.resource();
    }

    /** What is cached; says nothing about absence while {@link #mustWait}. */
    ObjectStore store() {
        return subscription.store();
    }

    /** Whether the cache is not complete yet; if so, the parent is woken when it is. */
    synchronized boolean mustWait(ParentKey parent) {
        if (!complete) {
            waiting.add(parent);
        }
        return !complete;
    }

    /** How long a waiting parent should wait before it looks for trouble: the longer, the longer it waits already. */
    Duration patience(Instant now) {
        Duration waited = Duration.between(since, now);
        if (waited.compareTo(SHORTEST_WAIT) < 0) {
            return SHORTEST_WAIT;
        }
        return waited.compareTo(LONGEST_WAIT) < 0 ? waited : LONGEST_WAIT;
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
