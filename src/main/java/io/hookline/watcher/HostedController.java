package io.hookline.watcher;

import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.hook.ControllerHooks;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.related.RelatedObjects;
import io.hookline.watcher.state.ParentMemories;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control loop of one CompositeController or DecoratorController, from its start to its stop.
 *
 * <p>No parent is synced before every cache of the controller is complete: a hook must never take absence from a half-read
 * list for absence from the cluster.
 */
final class HostedController {

    private static final Logger LOG = LoggerFactory.getLogger(HostedController.class);

    /** How long syncs that were interrupted may take to end. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(5);

    private final ControllerSpec spec;
    private final SharedInformerFactory informers;
    private final ControllerLoop<ParentKey> loop;
    private final ParentKinds parents;
    private final List<Subscription> subscriptions;
    private final RelatedObjects related;
    private final ControllerHooks hooks;
    private final ParentMemories memories;
    private final WorkQueue<ParentKey> queue;
    private final AtomicBoolean open = new AtomicBoolean(true);
    private volatile boolean stopping;

    HostedController(
            ControllerSpec spec,
            SharedInformerFactory informers,
            ControllerLoop<ParentKey> loop,
            ParentKinds parents,
            List<Subscription> subscriptions,
            RelatedObjects related,
            ControllerHooks hooks,
            ParentMemories memories,
            WorkQueue<ParentKey> queue) {
        this.spec = spec;
        this.informers = informers;
        this.loop = loop;
        this.parents = parents;
        this.subscriptions = List.copyOf(subscriptions);
        this.related = related;
        this.hooks = hooks;
        this.memories = memories;
        this.queue = queue;
    }

    ControllerSpec spec() {
        return spec;
    }

    /** The kinds of its parents, as they were when it was started. */
    List<ApiResource> parents() {
        return parents.all().stream().map(ParentKind::resource).toList();
    }

    /** What it remembers of its parents. */
    ParentMemories memories() {
        return memories;
    }

    /** Starts working as soon as the caches are complete. */
    void start(WatcherDependencies engine, int workers) {
        AtomicInteger missing = new AtomicInteger(subscriptions.size());
        for (Subscription subscription : subscriptions) {
            subscription.whenSynced(() -> {
                if (missing.decrementAndGet() == 0) {
                    LOG.atDebug().addKeyValue("controller", spec.name()).log("caches are complete");
                    loop.start(engine.threads(), workers);
                }
            });
        }
    }

    /** What keeps it from working, one text for each resource in trouble. */
    List<String> troubles() {
        Stream<String> own =
                subscriptions.stream().flatMap(s -> s.trouble().map(text -> s.resource() + ": " + text).stream());
        return Stream.concat(own, related.troubles().stream()).distinct().toList();
    }

    /** Whether its parents or children are of the kind that a definition has. */
    boolean watches(String definition) {
        return subscriptions.stream()
                .anyMatch(each -> each.resource().groupResource().equals(definition));
    }

    /** Lets caches that failed try again at once, since their kinds may have come. */
    void retryFailedCaches() {
        subscriptions.stream()
                .filter(each -> each.trouble().isPresent())
                .forEach(each -> informers.retryNow(each.resource()));
    }

    /** A definition was added, changed or deleted. */
    void kindsChanged(String definition) {
        related.kindsChanged();
        if (watches(definition)) {
            memories.forgetComparisons()
                    .forEach(parent -> queue.add(parent, Priority.RESYNC, "the definition " + definition + " changed"));
        }
    }

    /** Whether {@link #stop} was called: it works no more. */
    boolean isStopping() {
        return stopping;
    }

    /**
     * Starts no new work and waits for syncs in flight; after the grace they are interrupted.
     *
     * @return whether all syncs have ended, and everything is closed; if not, it is to be called again
     */
    boolean stop(Duration grace) {
        boolean again = stopping;
        stopping = true;
        if (loop.stop(grace)) {
            close();
            return true;
        }
        if (!again) {
            LOG.atWarn()
                    .addKeyValue("controller", spec.name())
                    .log("syncs in flight did not end in time, and were interrupted");
        }
        return false;
    }

    /** Stops for good: what does not end after it was interrupted is left behind. */
    void end(Duration grace) {
        if (!stop(grace) && !stop(AFTER_INTERRUPT)) {
            close();
        }
    }

    private void close() {
        if (open.compareAndSet(true, false)) {
            subscriptions.forEach(Subscription::close);
            related.close();
            hooks.close();
        }
    }
}
