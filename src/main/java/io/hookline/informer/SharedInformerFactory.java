package io.hookline.informer;

import io.hookline.cluster.Cluster;
import io.hookline.object.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The caches of a process: one informer per resource, shared by all who subscribe to it, started by the first and
 * stopped by the last. Thread-safe.
 */
public final class SharedInformerFactory implements AutoCloseable {

    private final Cluster cluster;
    private final InformerOptions options;
    private final @Nullable ThreadFactory threads;
    private final InstantSource clock;
    private final Jitter jitter;
    private final StreamingLists streams;

    /** In the order of their first subscription, so that a simulation can be repeated. */
    private final Map<Scope, Shared> shared = new LinkedHashMap<>();

    private boolean closed;

    /** An informer, its thread if it has one, and how many use it. Guarded by the lock of {@link #shared}. */
    private static final class Shared {
        final Informer informer;

        @Nullable
        Thread thread;

        int users;

        Shared(Informer informer) {
            this.informer = informer;
        }

        /** Also from the informer's own thread, by a handler: that one ends when it comes back. */
        void stop() {
            informer.stop();
            if (thread != null && !thread.equals(Thread.currentThread())) {
                thread.interrupt();
            }
        }
    }

    /**
     * Informers that run on threads of their own.
     *
     * @param threads makes one thread per informer; virtual ones will do
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

    /** Informers without threads, which move only by {@link #step}: for simulation. */
    public static SharedInformerFactory byHand(
            Cluster cluster, InformerOptions options, InstantSource clock, RandomGenerator random) {
        return new SharedInformerFactory(cluster, options, clock, random, null);
    }

    /**
     * Takes a share in a resource's informer, which is started if nobody has one yet. The handler is told of each present
     * object as added, then of each change after that, exactly once and in order.
     *
     * @throws IllegalStateException after {@link #close}
     */
    public Subscription subscribe(ApiResource resource, ResourceEventHandler handler) {
        Scope scope = Scope.all(resource);
        Shared used = use(scope, resource);
        return new Share(scope, resource, used, used.informer.cache().audience().join(handler));
    }

    private Shared use(Scope scope, ApiResource resource) {
        synchronized (shared) {
            if (closed) {
                throw new IllegalStateException("informers are closed");
            }
            Shared used = shared.computeIfAbsent(
                    scope, _ -> new Shared(new Informer(cluster, resource, options, streams, clock, jitter)));
            if (used.users++ == 0 && threads != null) {
                used.thread = threads.newThread(used.informer::run);
                used.thread.start();
            }
            return used;
        }
    }

    private void release(Scope scope, Shared used) {
        synchronized (shared) {
            used.users--;
            if (used.users > 0 || !shared.remove(scope, used)) {
                return;
            }
        }
        used.stop();
    }

    /** How many informers there are. */
    public int open() {
        synchronized (shared) {
            return shared.size();
        }
    }

    /** Tries at once what failed, instead of resting: for when a kind has just been installed. */
    public void retryNow(ApiResource resource) {
        Scope scope = Scope.all(resource);
        inUse().forEach((key, used) -> {
            if (key.equals(scope)) {
                used.informer.hurry();
            }
        });
    }

    /**
     * Moves each informer by one step without waiting.
     *
     * @return whether any had something to do
     * @throws IllegalStateException if they have threads of their own
     */
    public boolean step() {
        if (threads != null) {
            throw new IllegalStateException("these informers run by themselves");
        }
        boolean moved = false;
        for (Shared used : List.copyOf(inUse().values())) {
            try {
                moved |= used.informer.step(Duration.ZERO);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        return moved;
    }

    /** When the next informer has something to do just because time goes by; for driving by hand. */
    public Optional<Instant> nextDue() {
        return inUse().values().stream()
                .flatMap(used -> used.informer.due().stream())
                .min(Comparator.naturalOrder());
    }

    private Map<Scope, Shared> inUse() {
        synchronized (shared) {
            return new LinkedHashMap<>(shared);
        }
    }

    /** Stops all informers; what they cached stays readable. */
    @Override
    public void close() {
        Map<Scope, Shared> left;
        synchronized (shared) {
            closed = true;
            left = new LinkedHashMap<>(shared);
            shared.clear();
        }
        left.values().forEach(Shared::stop);
    }

    /** One user's share. */
    private final class Share implements Subscription {
        private final Scope scope;
        private final ApiResource resource;
        private final Shared used;
        private final HandlerRegistry.Member member;
        private final AtomicBoolean open = new AtomicBoolean(true);

        Share(Scope scope, ApiResource resource, Shared used, HandlerRegistry.Member member) {
            this.scope = scope;
            this.resource = resource;
            this.used = used;
            this.member = member;
        }

        @Override
        public ApiResource resource() {
            return resource;
        }

        @Override
        public ObjectStore store() {
            return used.informer.cache().store();
        }

        @Override
        public boolean isSynced() {
            return member.in().isHere() && used.informer.cache().synced().isHere();
        }

        @Override
        public void whenSynced(Runnable action) {
            // Whoever reads before its handler is in would never hear of what goes in between.
            member.in().whenHere(() -> used.informer.cache().synced().whenHere(whileOpen(action)));
        }

        private Runnable whileOpen(Runnable action) {
            return () -> {
                if (open.get()) {
                    action.run();
                }
            };
        }

        @Override
        public Optional<String> trouble() {
            return used.informer.trouble();
        }

        @Override
        public void whenTroubled(Runnable action) {
            used.informer.whenTroubled(whileOpen(action));
        }

        @Override
        public void close() {
            if (open.compareAndSet(true, false)) {
                used.informer.cache().audience().leave(member);
                release(scope, used);
            }
        }
    }
}
