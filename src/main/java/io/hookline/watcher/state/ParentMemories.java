package io.hookline.watcher.state;

import io.hookline.informer.ObjectStore;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The memories of one controller's parents, one for each key. What else is filed under a parent's key, such as the index of
 * related objects, is dropped together with its memory, here and nowhere else. Thread-safe.
 */
public final class ParentMemories {

    private final InstantSource clock;
    private final Map<ParentKey, ParentMemory> byKey = new ConcurrentHashMap<>();
    private final List<Consumer<ParentKey>> others = new CopyOnWriteArrayList<>();

    public ParentMemories(InstantSource clock) {
        this.clock = clock;
    }

    /** Has something else dropped too whenever a parent is forgotten. */
    public void alsoForget(Consumer<ParentKey> other) {
        others.add(other);
    }

    /** The memory of a parent; an empty one if there is none, or if it was of another object of this name. */
    public ParentMemory of(KubeObject parent) {
        ParentKey key = ParentKey.of(parent);
        ParentMemory known = byKey.get(key);
        if (known != null && known.uid().equals(parent.uid())) {
            return known;
        }
        forget(key);
        ParentMemory fresh = new ParentMemory(parent.uid(), clock);
        byKey.put(key, fresh);
        return fresh;
    }

    /** The memory of a key's parent, if there is one. */
    public Optional<ParentMemory> find(ParentKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /** Whether a sync of a parent was put off, so that whatever the caches show next must wake it. */
    public boolean isWaiting(ParentKey key) {
        ParentMemory known = byKey.get(key);
        return known != null && known.writes().isWaiting();
    }

    /** Which parents wait for a kind that is not served. */
    public Collection<ParentKey> unresolved() {
        return byKey.entrySet().stream()
                .filter(each -> each.getValue().isUnresolved())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Drops all that is known of a parent that is deleted, or not the controller's any more. */
    public void forget(ParentKey key) {
        byKey.remove(key);
        others.forEach(other -> other.accept(key));
    }

    /** Forgets what the API server made of our writes, of all parents, and returns their keys: they are to be synced again. */
    public Collection<ParentKey> forgetComparisons() {
        byKey.values().forEach(ParentMemory::forgetComparisons);
        return List.copyOf(byKey.keySet());
    }

    /**
     * Expects the writes of a stopped controller whose place this one takes.
     *
     * @param caches what is read from now on
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

    /** How many parents are remembered. */
    public int size() {
        return byKey.size();
    }
}
