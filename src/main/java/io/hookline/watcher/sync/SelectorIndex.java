package io.hookline.watcher.sync;

import io.hookline.watcher.model.ParentKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A hash index of parents by their interests. A change is looked up by slot, and only the interests of that slot are tested.
 * Parents with equal interests share one entry, which is tested once. Not thread-safe.
 *
 * @param <S> the key of the index
 * @param <I> the condition to test for a change
 */
final class SelectorIndex<S, I> {

    private final Map<S, Map<I, Set<ParentKey>>> slots = new HashMap<>();

    void add(S slot, I interest, ParentKey parent) {
        // In the order of registration, to be the same in every run: the hash code of a selector's operator is not.
        slots.computeIfAbsent(slot, _ -> new LinkedHashMap<>())
                .computeIfAbsent(interest, _ -> new HashSet<>())
                .add(parent);
    }

    void remove(S slot, I interest, ParentKey parent) {
        slots.computeIfPresent(slot, (_, interests) -> {
            interests.computeIfPresent(interest, (_, parents) -> {
                parents.remove(parent);
                return parents.isEmpty() ? null : parents;
            });
            return interests.isEmpty() ? null : interests;
        });
    }

    /** Adds all parents in a slot whose interest passes a test. */
    void collect(S slot, Predicate<I> test, Set<ParentKey> into) {
        slots.getOrDefault(slot, Map.of()).forEach((interest, parents) -> {
            if (test.test(interest)) {
                into.addAll(parents);
            }
        });
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }
}
