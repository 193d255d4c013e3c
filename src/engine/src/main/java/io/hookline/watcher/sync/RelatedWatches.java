package io.hookline.watcher.sync;

import io.hookline.informer.ObjectStore;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.trace.Cause;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.ResourceName;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The watches of one controller's related resources. A resource is watched from the first rule that names it until the
 * controller stops. Adds the parents that a change affects to the queue. Thread-safe.
 */
final class RelatedWatches implements AutoCloseable {

    private final SharedInformerFactory informers;
    private final RelatedIndex index;
    private final ParentKinds parents;
    private final WorkQueue<ParentKey> queue;
    private final Consumer<Subscription> opened;
    private final Map<ResourceName, RelatedWatch> open = new ConcurrentHashMap<>();

    /** The resources that rules of this controller named; those that were only inherited are missing. */
    private final Set<ResourceName> named = ConcurrentHashMap.newKeySet();

    private boolean closed;

    /**
     * Watches nothing yet.
     *
     * @param opened called with each subscription to a related resource
     */
    RelatedWatches(
            SharedInformerFactory informers,
            RelatedIndex index,
            ParentKinds parents,
            WorkQueue<ParentKey> queue,
            Consumer<Subscription> opened) {
        this.informers = informers;
        this.index = index;
        this.parents = parents;
        this.queue = queue;
        this.opened = opened;
    }

    /**
     * The watch of a resource; opened if it does not exist yet.
     *
     * @throws InterruptedException if the controller has stopped, since a new watch would never be closed
     */
    RelatedWatch of(ApiResource resource) throws InterruptedException {
        ResourceName name = ResourceName.of(resource);
        named.add(name);
        RelatedWatch known = open.get(name);
        return known == null ? open(name, resource) : known;
    }

    /**
     * Watches what the rules of the replaced controller named, so that its caches stay open: the next rules usually
     * name the same. What no rule names any more is watched until the next restart.
     */
    void inherit(RelatedWatches former) {
        former.open.forEach((name, watch) -> {
            if (former.named.contains(name)) {
                try {
                    open(name, watch.resource());
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    /** Under the lock, so that a resource is watched once, and {@link #close} closes every watch. */
    private synchronized RelatedWatch open(ResourceName name, ApiResource resource) throws InterruptedException {
        if (closed) {
            throw new InterruptedException("the controller has stopped");
        }
        RelatedWatch watch = open.get(name);
        if (watch == null) {
            watch = new RelatedWatch(
                    informers,
                    resource,
                    (before, now) -> changed(name, before, now),
                    (parent, cause) -> queue.add(parent, Priority.CHANGE, cause));
            open.put(name, watch);
            opened.accept(watch.subscription());
        }
        return watch;
    }

    /** The cached objects of a watched resource. */
    ObjectStore store(ResourceName resource) {
        return Objects.requireNonNull(open.get(resource), "not watched").store();
    }

    private void changed(ResourceName resource, @Nullable KubeObject before, @Nullable KubeObject now) {
        Set<ParentKey> affected = new HashSet<>();
        if (before != null) {
            index.collect(resource, before, this::labelsOfNamespace, affected);
        }
        if (now != null) {
            index.collect(resource, now, this::labelsOfNamespace, affected);
        }
        if (resource.equals(ResourceName.NAMESPACES)) {
            index.collectForNamespace(labels(before), labels(now), affected);
        }
        Cause cause = now == null
                ? Cause.of("related ", Objects.requireNonNull(before), Cause.What.DELETED)
                : Cause.of("related ", now, Cause.What.CHANGED);
        affected.stream().filter(this::isResponsibleFor).forEach(key -> queue.add(key, Priority.CHANGE, cause));
    }

    private static @Nullable Map<String, String> labels(@Nullable KubeObject object) {
        return object == null ? null : object.labels();
    }

    private @Nullable Map<String, String> labelsOfNamespace(String name) {
        RelatedWatch namespaces = open.get(ResourceName.NAMESPACES);
        Optional<KubeObject> found =
                namespaces == null ? Optional.empty() : namespaces.store().get(ObjectKey.clusterScoped(name));
        return found.map(KubeObject::labels).orElse(null);
    }

    /** Whether the controller is still responsible for a parent, which it may not select any more. */
    private boolean isResponsibleFor(ParentKey key) {
        return parents.of(key)
                .filter(kind -> kind.subscription()
                        .store()
                        .get(key.key())
                        .filter(kind::concerns)
                        .isPresent())
                .isPresent();
    }

    /** Forgets a parent that waits for a cache. */
    void forget(ParentKey parent) {
        open.values().forEach(watch -> watch.forget(parent));
    }

    /** How many waits of parents for caches there are. */
    int waiting() {
        return open.values().stream().mapToInt(RelatedWatch::waiting).sum();
    }

    /** The caches that are open. */
    List<Subscription> caches() {
        return open.values().stream().map(RelatedWatch::subscription).toList();
    }

    /** Why related objects cannot be watched, one message for each resource with a problem. */
    List<String> problems() {
        return open.values().stream()
                .flatMap(watch -> watch.failure().map(text -> watch.resource() + ": " + text).stream())
                .sorted()
                .toList();
    }

    /** Retries failed watches now. */
    void retryFailedCaches() {
        open.values().stream()
                .filter(watch -> watch.failure().isPresent())
                .forEach(watch -> informers.retryNow(watch.resource()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(RelatedWatch::close);
    }
}
