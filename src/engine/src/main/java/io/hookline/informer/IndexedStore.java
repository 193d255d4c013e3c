package io.hookline.informer;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
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

    /**
     * The objects without controller owner. A namespace may have very many of them, and a parent needs few: so they are
     * also indexed by the labels that selectors name. Not thread-safe.
     */
    static final class OrphanIndex {

        /**
         * The labels that identify the children of one controller are few; selectors of single parents could add many.
         */
        private static final int MAX_INDEXES = 8;

        private final ObjectIndex byNamespace = new ObjectIndex();

        /** By label key, then by its value. */
        private final Map<String, Map<String, ObjectIndex>> byLabel = new HashMap<>();

        void add(KubeObject object) {
            byNamespace.add(object.namespace(), object);
            eachIndexed(object, (values, value) -> add(values, value, object));
        }

        void remove(KubeObject object) {
            byNamespace.remove(object.namespace(), object);
            eachIndexed(
                    object,
                    (values, value) -> values.computeIfPresent(value, (_, bucket) -> {
                        bucket.remove(object.namespace(), object);
                        return bucket.isEmpty() ? null : bucket;
                    }));
        }

        private void eachIndexed(KubeObject object, BiConsumer<Map<String, ObjectIndex>, String> action) {
            byLabel.forEach((key, values) -> {
                String value = object.labels().get(key);
                if (value != null) {
                    action.accept(values, value);
                }
            });
        }

        private static void add(Map<String, ObjectIndex> values, String value, KubeObject object) {
            values.computeIfAbsent(value, _ -> new ObjectIndex()).add(object.namespace(), object);
        }

        /** The label key whose index would speed up this selector, if no existing index does. */
        Optional<String> missingIndex(LabelSelector selector) {
            if (byLabel.size() >= MAX_INDEXES || indexed(selector).isPresent()) {
                return Optional.empty();
            }
            return named(selector).map(Requirement::key).findFirst();
        }

        /** Creates an index by a label key, unless it exists. */
        void index(String key) {
            byLabel.computeIfAbsent(key, _ -> {
                Map<String, ObjectIndex> values = new HashMap<>();
                byNamespace.stream().forEach(object -> {
                    String value = object.labels().get(key);
                    if (value != null) {
                        add(values, value, object);
                    }
                });
                return values;
            });
        }

        /** The objects that a selector selects, of one namespace or of all if it is empty; in no order. */
        List<KubeObject> select(String namespace, LabelSelector selector) {
            return indexed(selector)
                    .map(this::buckets)
                    .orElseGet(() -> Stream.of(byNamespace))
                    .flatMap(bucket -> namespace.isEmpty() ? bucket.stream() : bucket.stream(namespace))
                    .filter(object -> selector.matches(object.labels()))
                    .toList();
        }

        private Stream<ObjectIndex> buckets(Requirement requirement) {
            Map<String, ObjectIndex> values = byLabel.getOrDefault(requirement.key(), Map.of());
            return requirement.values().stream().distinct().flatMap(value -> Stream.ofNullable(values.get(value)));
        }

        private Optional<Requirement> indexed(LabelSelector selector) {
            return named(selector)
                    .filter(requirement -> byLabel.containsKey(requirement.key()))
                    .findFirst();
        }

        /** The requirements that name values. */
        private static Stream<Requirement> named(LabelSelector selector) {
            return selector.requirements().stream().filter(requirement -> requirement.operator() == Operator.IN);
        }
    }
}
