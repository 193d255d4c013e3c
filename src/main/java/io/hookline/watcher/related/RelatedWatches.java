package io.hookline.watcher.related;

import io.hookline.informer.ObjectStore;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
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
import org.jspecify.annotations.Nullable;

/**
 * The related resources that one controller watches: each from the first time that a rule names it until the controller
 * ends. Turns their changes into keys of the parents concerned. Thread-safe.
 */
public final class RelatedWatches implements AutoCloseable {

    private final SharedInformerFactory informers;
    private final RelatedIndex index;
    private final ParentKinds parents;
    private final WorkQueue<ParentKey> queue;
    private final Map<ResourceName, RelatedWatch> open = new ConcurrentHashMap<>();
    private boolean closed;

    public RelatedWatches(
            SharedInformerFactory informers, RelatedIndex index, ParentKinds parents, WorkQueue<ParentKey> queue) {
        this.informers = informers;
        this.index = index;
        this.parents = parents;
        this.queue = queue;
    }

    /**
     * The watch of a resource, opened if it is the first time.
     *
     * @throws InterruptedException if the controller has ended, so that nobody would close it any more
     */
    RelatedWatch of(ApiResource resource) throws InterruptedException {
        ResourceName name = ResourceName.of(resource);
        RelatedWatch known = open.get(name);
        return known == null ? open(name, resource) : known;
    }

    /** Under the lock, so that only one opens it, and whoever closes all sees it. */
    private synchronized RelatedWatch open(ResourceName name, ApiResource resource) throws InterruptedException {
        if (closed) {
            throw new InterruptedException("the controller has ended");
        }
        RelatedWatch watch = open.get(name);
        if (watch == null) {
            watch = new RelatedWatch(
                    informers,
                    resource,
                    (before, now) -> changed(name, before, now),
                    (parent, cause) -> queue.add(parent, Priority.CHANGE, cause));
            open.put(name, watch);
        }
        return watch;
    }

    /** What is cached of a resource that is watched. */
    ObjectStore store(ResourceName resource) {
        return Objects.requireNonNull(open.get(resource), "not watched").store();
    }

    private void changed(ResourceName resource, @Nullable KubeObject before, @Nullable KubeObject now) {
        Set<ParentKey> concerned = new HashSet<>();
        if (before != null) {
            index.collect(resource, before, this::labelsOfNamespace, concerned);
        }
        if (now != null) {
            index.collect(resource, now, this::labelsOfNamespace, concerned);
        }
        if (resource.equals(ResourceName.NAMESPACES)) {
            index.collectForNamespace(labels(before), labels(now), concerned);
        }
        String cause = "related " + (now == null ? before + " is gone" : now + " changed");
        concerned.stream().filter(this::isConcerned).forEach(key -> queue.add(key, Priority.CHANGE, cause));
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

    /** A parent may have left the controller's selector since it was asked about. */
    private boolean isConcerned(ParentKey key) {
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

    /** How many times a parent waits for a cache. */
    int waiting() {
        return open.values().stream().mapToInt(RelatedWatch::waiting).sum();
    }

    /** What keeps related objects from being seen, one text for each resource in trouble. */
    List<String> troubles() {
        return open.values().stream()
                .flatMap(watch -> watch.trouble().map(text -> watch.resource() + ": " + text).stream())
                .sorted()
                .toList();
    }

    /** Whatever is in trouble need not rest any longer. */
    void retryFailedCaches() {
        open.values().stream()
                .filter(watch -> watch.trouble().isPresent())
                .forEach(watch -> informers.retryNow(watch.resource()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(RelatedWatch::close);
    }
}
