package io.hookline.informer;

import io.hookline.cluster.Cluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The informers of a process: one per resource, shared by all subscribers, started by the first and stopped by the
 * last. Thread-safe.
 */
public final class SharedInformerFactory implements AutoCloseable {

    private final Cluster cluster;
    private final InformerOptions options;
    private final @Nullable ThreadFactory threads;
    private final InstantSource clock;
    private final Jitter jitter;
    private final StreamingLists streams;

    /** In the order of the first subscriptions, so that a simulation can be repeated. */
    private final Map<InformerKey, SharedInformer> shared = new LinkedHashMap<>();

    private boolean closed;

    /**
     * Informers that run on their own threads.
     *
     * @param threads creates one thread per informer; virtual threads are sufficient
     * @param clock must not run backwards
     */
    public SharedInformerFactory(
            Cluster cluster,
            InformerOptions options,
            ThreadFactory threads,
            InstantSource clock,
            RandomGenerator random) {
        this(cluster, options, clock, random, threads);
    }

    private SharedInformerFactory(
            Cluster cluster,
            InformerOptions options,
            InstantSource clock,
            RandomGenerator random,
            @Nullable ThreadFactory threads) {
        this.cluster = cluster;
        this.options = options;
        this.threads = threads;
        this.clock = clock;
        this.jitter = new Jitter(random);
        this.streams = new StreamingLists(options.streamingLists(), clock);
    }

    /** Informers without threads, which only {@link #step} runs: for simulation. */
    public static SharedInformerFactory byHand(
            Cluster cluster, InformerOptions options, InstantSource clock, RandomGenerator random) {
        return new SharedInformerFactory(cluster, options, clock, random, null);
    }

    /**
     * Subscribes to a resource's informer, which starts with its first subscriber. The handler receives each present
     * object as added, then each change after that, exactly once and in order.
     *
     * @throws IllegalStateException after {@link #close}
     */
    public Subscription subscribe(ApiResource resource, ResourceEventHandler handler) {
        return subscribe(resource, InformerKey.all(resource), options, handler);
    }

    /**
     * Subscribes to a resource, with a cache of its own for this form of its objects.
     *
     * @throws IllegalStateException after {@link #close}
     */
    public Subscription subscribe(ApiResource resource, CachedForm form, ResourceEventHandler handler) {
        return subscribe(resource, InformerKey.all(resource).in(form), form.of(options), handler);
    }

    /**
     * Subscribes to the objects of one namespace with certain labels, whose informer lists and watches no others.
     *
     * @param namespace empty for all namespaces
     * @throws IllegalStateException after {@link #close}
     */
    public Subscription subscribe(
            ApiResource resource, String namespace, LabelSelector labels, ResourceEventHandler handler) {
        return subscribe(resource, InformerKey.of(resource, namespace, labels), options, handler);
    }

    private Subscription subscribe(
            ApiResource resource, InformerKey scope, InformerOptions form, ResourceEventHandler handler) {
        SharedInformer used = use(scope, resource, form);
        return new SharedSubscription(
                resource, used.informer, used.informer.cache().handlers().join(handler), () -> release(scope, used));
    }

    private SharedInformer use(InformerKey scope, ApiResource resource, InformerOptions form) {
        synchronized (shared) {
            if (closed) {
                throw new IllegalStateException("informers are closed");
            }
            SharedInformer used = shared.computeIfAbsent(
                    scope,
                    _ -> new SharedInformer(new Informer(cluster, resource, scope, form, streams, clock, jitter)));
            if (used.users++ == 0 && threads != null) {
                used.thread = threads.newThread(used.informer::run);
                used.thread.start();
            }
            return used;
        }
    }

    private void release(InformerKey scope, SharedInformer used) {
        synchronized (shared) {
            used.users--;
            if (used.users > 0 || !shared.remove(scope, used)) {
                return;
            }
        }
        used.stop();
    }

    /** The form in which an object is cached, for one that the API server returned to a write. */
    public KubeObject asCached(KubeObject object) {
        return options.transform().apply(object);
    }

    /** The number of informers. */
    public int open() {
        synchronized (shared) {
            return shared.size();
        }
    }

    /**
     * How long ago the API server last sent anything on the watches of each resource, such as {@code pods}: the longest
     * counts.
     */
    public Map<String, Duration> staleness() {
        Map<String, Duration> longest = new TreeMap<>();
        Instant now = clock.instant();
        inUse().forEach((key, used) -> longest.merge(
                key.groupResource(),
                used.informer.health().silence(now),
                (one, other) -> one.compareTo(other) < 0 ? other : one));
        return longest;
    }

    /** Adds the sizes of all caches, for metrics. */
    public void addTo(CacheSizes sizes) {
        inUse().forEach((key, used) -> sizes.add(key, used.informer.cache().store()));
    }

    /** The resources whose informer has ended although it is in use, after an error of the virtual machine. */
    public List<String> lost() {
        return inUse().entrySet().stream()
                .filter(each -> each.getValue().isLost())
                .map(each -> each.getKey().groupResource())
                .toList();
    }

    /** Ends the back-off of a resource's informer, for example when its kind was just installed. */
    public void retryNow(ApiResource resource) {
        InformerKey scope = InformerKey.all(resource);
        inUse().forEach((key, used) -> {
            if (key.equals(scope)) {
                used.informer.retryNow();
            }
        });
    }

    /**
     * Runs one step of each informer, without waiting.
     *
     * @return whether any informer had something to do
     * @throws IllegalStateException if the informers have their own threads
     */
    public boolean step() {
        if (threads != null) {
            throw new IllegalStateException(
                    "these informers run on their own threads: step() is for informers without threads");
        }
        boolean moved = false;
        for (SharedInformer used : List.copyOf(inUse().values())) {
            try {
                moved |= used.informer.step(Duration.ZERO);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        return moved;
    }

    /** The time of the next step that only the clock triggers; for simulation. */
    public Optional<Instant> nextDue() {
        return inUse().values().stream()
                .flatMap(used -> used.informer.due().stream())
                .min(Comparator.naturalOrder());
    }

    private Map<InformerKey, SharedInformer> inUse() {
        synchronized (shared) {
            return new LinkedHashMap<>(shared);
        }
    }

    /** Stops all informers; the caches stay readable. */
    @Override
    public void close() {
        Map<InformerKey, SharedInformer> left;
        synchronized (shared) {
            closed = true;
            left = new LinkedHashMap<>(shared);
            shared.clear();
        }
        left.values().forEach(SharedInformer::stop);
    }

    /** An informer, its thread if it has one, and the number of its subscribers. Guarded by the lock of its factory. */
    static final class SharedInformer {
        final Informer informer;

        @Nullable
        Thread thread;

        int users;

        SharedInformer(Informer informer) {
            this.informer = informer;
        }

        boolean isLost() {
            Thread running = thread;
            return running != null && running.getState() == Thread.State.TERMINATED;
        }

        /** A handler may call this on the informer's own thread, which ends after the handler returns. */
        void stop() {
            informer.stop();
            if (thread != null && !thread.equals(Thread.currentThread())) {
                thread.interrupt();
            }
        }
    }

    /** One subscription to a shared informer. */
    static final class SharedSubscription implements Subscription {
        private final ApiResource resource;
        private final Informer informer;
        private final HandlerRegistry.Member member;
        private final Runnable onClose;
        private final AtomicBoolean open = new AtomicBoolean(true);

        /** The actions that wait for flags of the informer. */
        private final Map<Runnable, ResettableLatch> waiting = new ConcurrentHashMap<>();

        /**
         * Joins an informer.
         *
         * @param resource as the subscriber named it
         * @param onClose called once, after the handler was removed
         */
        SharedSubscription(ApiResource resource, Informer informer, HandlerRegistry.Member member, Runnable onClose) {
            this.resource = resource;
            this.informer = informer;
            this.member = member;
            this.onClose = onClose;
        }

        @Override
        public ApiResource resource() {
            return resource;
        }

        @Override
        public ObjectStore store() {
            return informer.cache().store();
        }

        @Override
        public boolean isSynced() {
            return member.joined().isSet() && informer.cache().synced().isSet();
        }

        @Override
        public void whenSynced(Runnable action) {
            // A caller that reads the store before its handler has joined would miss the changes in between.
            when(member.joined(), () -> when(informer.cache().synced(), action));
        }

        /**
         * Runs an action while this is open. It does not stay in the informer longer, which others may use for ever.
         */
        private void when(ResettableLatch flag, Runnable action) {
            Runnable once = new Runnable() {
                @Override
                public void run() {
                    waiting.remove(this);
                    if (open.get()) {
                        action.run();
                    }
                }
            };
            waiting.put(once, flag);
            flag.whenSet(once);
            if (!open.get()) {
                forgetActions();
            }
        }

        private void forgetActions() {
            waiting.forEach((action, flag) -> flag.remove(action));
            waiting.clear();
        }

        @Override
        public Optional<String> failure() {
            return informer.health().failure();
        }

        @Override
        public void whenFailing(Runnable action) {
            when(informer.health().failing(), action);
        }

        @Override
        public Optional<String> refusal() {
            return informer.health().refusal();
        }

        @Override
        public Optional<String> denial() {
            return informer.health().denial();
        }

        @Override
        public void whenRefused(Runnable action) {
            when(informer.health().refused(), action);
        }

        @Override
        public Optional<String> outage() {
            return informer.health().outage();
        }

        @Override
        public void whenOut(Runnable action) {
            when(informer.health().out(), action);
        }

        @Override
        public void whenRecovered(Runnable action) {
            when(informer.health().recovered(), action);
        }

        @Override
        public void close() {
            if (open.compareAndSet(true, false)) {
                forgetActions();
                informer.cache().handlers().leave(member);
                onClose.run();
            }
        }
    }
}
