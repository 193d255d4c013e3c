package io.hookline.watcher.sync;

import io.hookline.informer.ObjectStore;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The memories of one controller's parents, one for each key. Only {@link #forget} drops a memory; it also drops what other
 * components keep for the parent, such as its entries in the index of related objects. Thread-safe.
 */
public final class ParentMemories {

    private final InstantSource clock;
    private final Map<ParentKey, ParentMemory> byKey = new ConcurrentHashMap<>();
    private final List<Consumer<ParentKey>> listeners = new CopyOnWriteArrayList<>();

    public ParentMemories(InstantSource clock) {
        this.clock = clock;
    }

    /** Registers a listener that is called for each parent that is forgotten. */
    public void whenForgotten(Consumer<ParentKey> listener) {
        listeners.add(listener);
    }

    /** The memory of a parent. Creates one for a new parent, also if an earlier object of the same name has a memory. */
    public ParentMemory of(KubeObject parent) {
        ParentKey key = ParentKey.of(parent);
        ParentMemory known = byKey.get(key);
        if (known != null && known.uid().equals(parent.uid())) {
            return known;
        }
        forget(key);
        ParentMemory created = new ParentMemory(parent.uid(), clock);
        byKey.put(key, created);
        return created;
    }

    /** The memory of a key's parent, if there is one. */
    public Optional<ParentMemory> find(ParentKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /** Whether a sync of a parent was postponed. Then the next change of the caches must add the parent to the queue. */
    public boolean isWaiting(ParentKey key) {
        ParentMemory known = byKey.get(key);
        return known != null && known.writes().isWaiting();
    }

    /** The parents with a related rule whose kind the API server does not serve. */
    public Collection<ParentKey> unresolved() {
        return byKey.entrySet().stream()
                .filter(each -> each.getValue().isUnresolved())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Drops the memory of a parent that was deleted, or that the controller no longer selects. */
    public void forget(ParentKey key) {
        byKey.remove(key);
        listeners.forEach(listener -> listener.accept(key));
    }

    /** Forgets what the API server made of our writes, of all parents, and returns their keys: they are to be synced again. */
    public Collection<ParentKey> forgetComparisons() {
        byKey.values().forEach(ParentMemory::forgetComparisons);
        return List.copyOf(byKey.keySet());
    }

    /** Forgets what the hook answered for all parents. */
    public void forgetAnswers() {
        byKey.values().forEach(ParentMemory::forgetAnswers);
    }

    /**
     * Takes over the write expectations of the stopped controller that this one replaces.
     *
     * @param caches the caches of this controller
     * @param parents the kinds of this controller's parents
     */
    public void inherit(ParentMemories former, Set<ObjectStore> caches, ParentKinds parents) {
        former.byKey.forEach((key, memory) -> {
            if (parents.of(key).isPresent() && memory.writes().isExpecting(caches)) {
                byKey.computeIfAbsent(key, _ -> new ParentMemory(memory.uid(), clock))
                        .writes()
                        .inherit(memory.writes(), caches);
            }
        });
    }

    /** The longest of the times of all parents; zero if there are none. */
    public Duration longest(Function<ParentMemory, Duration> time) {
        return byKey.values().stream().map(time).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** How many parents have a memory. */
    public int size() {
        return byKey.size();
    }
}
