package io.hookline.watcher.sync;

import io.hookline.apply.Child;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKey;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The parents of one controller that wait for the name of a child, which another object has. A parent that does not want
 * the child any more may still be among them: it is then synced once for nothing. Thread-safe.
 */
final class AwaitedNames {

    private final Map<NameConflicts.Name, Set<ParentKey>> waiting = new ConcurrentHashMap<>();

    /** A parent waits for the name of a child. */
    void await(Child child, ParentKey parent) {
        waiting.compute(NameConflicts.Name.of(child), (_, parents) -> {
            Set<ParentKey> all = parents == null ? ConcurrentHashMap.newKeySet() : parents;
            all.add(parent);
            return all;
        });
    }

    /** An object is gone, or has no owner any more: returns the parents that have waited for its name. */
    Set<ParentKey> freed(KubeObject object) {
        Set<ParentKey> parents = waiting.isEmpty() ? null : waiting.remove(NameConflicts.Name.of(object));
        return parents == null ? Set.of() : parents;
    }

    /** A parent is not synced any more. */
    void forget(ParentKey parent) {
        waiting.values().forEach(parents -> parents.remove(parent));
        waiting.values().removeIf(Set::isEmpty);
    }
}
