package io.hookline.webhook.credential;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.spec.Credentials.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The Secrets and ConfigMaps that hooks use. Each is followed once, however many hooks and controllers name it, until the last of them
 * is closed. Thread-safe.
 */
public final class FollowedObjects implements AutoCloseable {

    private final Cluster cluster;
    private final Executor executor;

    /** Guards itself. */
    private final Map<Source, Shared> objects = new HashMap<>();

    /** @param executor runs one task for each object, as long as the object is followed */
    public FollowedObjects(Cluster cluster, Executor executor) {
        this.cluster = cluster;
        this.executor = executor;
    }

    /** Follows an object until the lease is closed; {@code changed} is called after each change of its content. */
    Lease follow(Source source, Runnable changed) {
        synchronized (objects) {
            Shared shared = objects.computeIfAbsent(source, this::open);
            shared.users.add(changed);
            return new Lease(source, shared, changed);
        }
    }

    private Shared open(Source source) {
        List<Runnable> users = new CopyOnWriteArrayList<>();
        return new Shared(new FollowedObject(cluster, source, () -> users.forEach(Runnable::run)), users);
    }

    /** The number of followed objects. */
    int size() {
        synchronized (objects) {
            return objects.size();
        }
    }

    /** Follows nothing any more. */
    @Override
    public void close() {
        synchronized (objects) {
            objects.values().forEach(shared -> shared.object.close());
            objects.clear();
        }
    }

    /** @param started whether a thread follows the object already */
    private record Shared(FollowedObject object, List<Runnable> users, AtomicBoolean started) {
        Shared(FollowedObject object, List<Runnable> users) {
            this(object, users, new AtomicBoolean());
        }
    }

    /** The right of one hook to use an object until it is closed. */
    final class Lease implements AutoCloseable {
        private final Source source;
        private final Shared shared;
        private final Runnable changed;
        private final AtomicBoolean open = new AtomicBoolean(true);

        private Lease(Source source, Shared shared, Runnable changed) {
            this.source = source;
            this.shared = shared;
            this.changed = changed;
        }

        Source source() {
            return source;
        }

        /** The last known content. */
        Content content() {
            return shared.object.content();
        }

        /** Reads the object in the caller's thread, also for its other users; throws a CredentialException if that fails. */
        void read() {
            try {
                shared.object.refresh();
            } catch (ClusterException e) {
                throw new CredentialException(shared.object + " cannot be read: " + e.getMessage(), e);
            }
        }

        /** Follows the object from now on, if no other user does. */
        void start() {
            if (shared.started.compareAndSet(false, true)) {
                executor.execute(shared.object::run);
            }
        }

        @Override
        public void close() {
            if (open.compareAndSet(true, false)) {
                synchronized (objects) {
                    shared.users.remove(changed);
                    if (shared.users.isEmpty() && objects.remove(source, shared)) {
                        shared.object.close();
                    }
                }
            }
        }
    }
}
