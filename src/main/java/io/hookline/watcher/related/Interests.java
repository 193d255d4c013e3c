package io.hookline.watcher.related;

import io.hookline.watcher.model.ParentKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Parents by what they are interested in, filed in slots that a change finds by hash; parents with equal interests share
 * one, which is tested once for all of them. Not thread-safe.
 *
 * @param <S> where an interest is filed
 * @param <I> what is left to be tested
 */
final class Interests<S, I> {

    private final Map<S, Map<I, Set<ParentKey>>> slots = new HashMap<>();

    void add(S slot, I interest, ParentKey parent) {
        // In the order in which they came: the hash of a selector's operator is another one in every run.
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
