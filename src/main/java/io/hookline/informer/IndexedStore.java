package io.hookline.informer;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects by namespace and name. One further index has each object once: by its controller owner, or among the orphans.
 * Thread-safe: reads share a lock, so each sees one state.
 */
final class IndexedStore implements ObjectStore {

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Map<String, KubeObject>> byNamespace = new HashMap<>();
    private final ObjectIndex byController = new ObjectIndex();
    private final OrphanIndex orphans = new OrphanIndex();
    private int size;
    private long bytes;

    @Override
    public Optional<KubeObject> get(ObjectKey key) {
        return read(() -> Optional.ofNullable(
                byNamespace.getOrDefault(key.namespace(), Map.of()).get(key.name())));
    }

    @Override
    public List<KubeObject> all() {
        return read(() -> {
            List<KubeObject> all = new ArrayList<>(size);
            byNamespace.values().forEach(namespace -> all.addAll(namespace.values()));
            return all;
        });
    }

    @Override
    public List<KubeObject> inNamespace(String namespace) {
        return read(
                () -> List.copyOf(byNamespace.getOrDefault(namespace, Map.of()).values()));
    }

    @Override
    public List<KubeObject> controlledBy(String uid) {
        return read(() -> byController.get(uid));
    }

    @Override
    public List<KubeObject> orphans(String namespace, LabelSelector selector) {
        read(() -> orphans.missingIndex(selector)).ifPresent(this::index);
        return read(() -> orphans.select(namespace, selector));
    }

    private void index(String labelKey) {
        write(() -> {
            orphans.index(labelKey);
            return null;
        });
    }

    @Override
    public int size() {
        return read(() -> size);
    }

    @Override
    public long bytes() {
        return read(() -> bytes);
    }

    /** Stores an object; returns the object of the same key that it replaces. */
    @Nullable
    KubeObject put(KubeObject object) {
        return write(() -> {
            KubeObject before = byNamespace
                    .computeIfAbsent(object.namespace(), _ -> new HashMap<>())
                    .put(object.name(), object);
            if (before == null) {
                size++;
            } else {
                bytes -= before.size();
                removeFromIndex(before);
            }
            bytes += object.size();
            addToIndex(object);
            return before;
        });
    }

    /** Removes and returns an object, if it exists. */
    @Nullable
    KubeObject remove(ObjectKey key) {
        return write(() -> {
            Map<String, KubeObject> namespace = byNamespace.get(key.namespace());
            KubeObject removed = namespace == null ? null : namespace.remove(key.name());
            if (namespace == null || removed == null) {
                return null;
            }
            if (namespace.isEmpty()) {
                byNamespace.remove(key.namespace());
            }
            size--;
            bytes -= removed.size();
            removeFromIndex(removed);
            return removed;
        });
    }

    private void addToIndex(KubeObject object) {
        String controller = object.controllerUid();
        if (controller.isEmpty()) {
            orphans.add(object);
        } else {
            byController.add(controller, object);
        }
    }

    private void removeFromIndex(KubeObject object) {
        String controller = object.controllerUid();
        if (controller.isEmpty()) {
            orphans.remove(object);
        } else {
            byController.remove(controller, object);
        }
    }

    private <T> T read(Supplier<T> action) {
        return within(lock.readLock(), action);
    }

    private <T extends @Nullable Object> T write(Supplier<T> action) {
        return within(lock.writeLock(), action);
    }

    private static <T extends @Nullable Object> T within(Lock held, Supplier<T> action) {
        held.lock();
        try {
            return action.get();
        } finally {
            held.unlock();
        }
    }
}
